/*
 * A build for a hosted project says whether the project's database has the prices of this build. It does not
 * stop where they differ: either of the two may be published first.
 */
import type { AstroIntegration } from 'astro'
import type { Plugin } from 'vite'
import { isHostedUrl } from '../build/build-settings.ts'
import { publicSettings } from '../build/public-settings.ts'

type Settings = Record<string, string>

export function hostedPrices(): AstroIntegration {
  let settings: Settings = {}
  const readSettings: Plugin = {
    name: 'hosted-prices',
    // The only hook that has the mode, which decides the .env files.
    configResolved(config) {
      settings = publicSettings(config)
    },
  }
  return {
    name: 'hosted-prices',
    hooks: {
      'astro:config:setup': ({ command, updateConfig }) => {
        if (command === 'build') updateConfig({ vite: { plugins: [readSettings] } })
      },
      'astro:build:done': async ({ logger }) => {
        const { isEqual, sentence } = await comparison(settings)
        if (sentence) logger[isEqual ? 'info' : 'warn'](sentence)
      },
    },
  }
}

/** Saves nothing in the project. Without a sentence where the backend is the local one. */
export async function comparison(
  settings: Settings,
): Promise<{ isEqual: boolean; sentence?: string }> {
  const { PUBLIC_SUPABASE_URL: url = '', PUBLIC_SUPABASE_PUBLISHABLE_KEY: key = '' } = settings
  if (!isHostedUrl(url)) return { isEqual: true }
  try {
    const { lines, acceptsWrongTotal } = await differences(url, key)
    if (acceptsWrongTotal) throw new Error('the database accepts a wrong total')
    if (lines.length === 0) {
      return { isEqual: true, sentence: `The database of ${url} has the prices of this build.` }
    }
    const sentence = `THE PRICES DIFFER from those of ${url}, which refuses such orders.`
    return { isEqual: false, sentence: [sentence, ...lines].join('\n  ') }
  } catch (error) {
    const sentence = `The prices were not compared with those of ${url}: ${(error as Error).message}. Run "npm run check:hosted" with SITE_URL.`
    return { isEqual: false, sentence }
  }
}

/** Loaded here: at the start of a build a mistake in the price list has a sentence of its own. */
async function differences(url: string, key: string) {
  const [{ openProject }, { comparePrices, differenceLines }, { shownPrices }] = await Promise.all([
    import('../check-hosted/project.ts'),
    import('../check-hosted/compare-prices.ts'),
    import('../check-hosted/shown-prices.ts'),
  ])
  const compared = await comparePrices(openProject(url, key), await shownPrices(undefined))
  return { ...compared, lines: differenceLines(compared, 'in this build') }
}
