/*
 * The scripts of a page that is read come once it is complete: before that they would take their share
 * of a slow network from the words and the picture (docs/decisions/islands.md).
 */
import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'
import { buildScript } from '../build-script.ts'
import { rewritePages } from '../rewrite-pages.ts'

/** Belongs before whatever reads the finished pages, such as a hash of their scripts. */
export function afterLoad(): AstroIntegration {
  return {
    name: 'after-load',
    hooks: {
      'astro:build:done': async ({ dir }) => {
        const [fetcher = '', islandWatch = ''] = await Promise.all(
          ['fetcher.ts', 'island-watch.ts'].map((file) =>
            buildScript(fileURLToPath(new URL(file, import.meta.url))),
          ),
        )
        await rewritePages(fileURLToPath(dir), (page, file) =>
          // The admin is its scripts.
          file.startsWith('admin') ? page : withScriptsAfterLoad(page, fetcher, islandWatch),
        )
      },
    },
  }
}

const MODULE = /<script type="module" src="([^"]+)"><\/script>/g
const FIRST_MODULE = /<script type="module"/
/** Such an island is the page: cart, checkout, orders. */
const ISLAND_AT_ONCE = /<astro-island [^>]*client="(?!touch")/
/** What stands in the page for the islands that wait (first-touch): one script costs less than two. */
const EARLY = /<script (?=data-island-runtime=)([^>]*>.*?)(?=<\/script>)/s

/** One script that fetches all others of the page, or watches over those that are loaded at once. */
export function withScriptsAfterLoad(page: string, fetcher: string, islandWatch: string): string {
  const addresses = Array.from(page.matchAll(MODULE), ([, address]) => address).join(' ')
  if (!addresses) return page
  if (ISLAND_AT_ONCE.test(page))
    return page.replace(FIRST_MODULE, (start) => `<script>${islandWatch}</script>${start}`)
  const bare = page.replaceAll(MODULE, '')
  if (EARLY.test(bare)) {
    return bare.replace(
      EARLY,
      (_, rest) => `<script data-after-load="${addresses}" ${rest}\n${fetcher}`,
    )
  }
  const place = page.search(MODULE)
  return `${bare.slice(0, place)}<script data-after-load="${addresses}">${fetcher}</script>${bare.slice(place)}`
}
