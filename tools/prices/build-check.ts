import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'
import { PRICE_LIST_FILE } from '#content-loader/price-problems.ts'
import { userError } from '#kit/user-error.ts'
import { stalePrices } from './migration.ts'
import { readPriceList } from './price-list.ts'

/** Stops a build whose prices no migration sets: the database would refuse every order. */
export function priceCheck(): AstroIntegration {
  return {
    name: 'price-check',
    hooks: {
      'astro:config:setup': ({ command, config }) => {
        if (command === 'build') checkPrices(config.root)
      },
    },
  }
}

export function checkPrices(root: URL): void {
  const stale = staleIn(root)
  if (!stale) return
  throw userError(
    `The newest price migration (${stale}) does not set the prices of ${PRICE_LIST_FILE}: run ` +
      '"npm run prices", or "npm run prices -- --push" for a hosted project, then build again.',
  )
}

function staleIn(root: URL): string | undefined {
  try {
    const sizes = readPriceList(new URL(PRICE_LIST_FILE, root))
    return stalePrices(fileURLToPath(new URL('supabase/migrations', root)), sizes)
  } catch (error) {
    throw userError((error as Error).message)
  }
}
