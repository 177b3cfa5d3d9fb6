import type { APIRoute } from 'astro'
import cormorantGaramond from '#assets/fonts/cormorant-garamond-license.txt?raw'
import figtree from '#assets/fonts/figtree-license.txt?raw'

const INTRODUCTION = `The web fonts of this site are subsets of Cormorant Garamond and Figtree: fewer letters, weights and
features than the originals. Both are distributed under the SIL Open Font License 1.1.`

const RULE = '='.repeat(60)

/**
 * The Open Font License requires its text and the copyright notices beside every copy of the fonts. A build adds
 * those of the packages (tools/build/package-licenses.ts).
 */
export const GET: APIRoute = () =>
  new Response([INTRODUCTION, cormorantGaramond, figtree].join(`\n\n${RULE}\n\n`), {
    headers: { 'content-type': 'text/plain; charset=utf-8' },
  })
