// The mark, and the two drawings the pages use as SVG: the Urdu word and the favicon.
import fs from 'node:fs'
import { brand, inProject, isMain } from './common.mjs'
import { urdu } from './words.mjs'

/** The mark on a 100 x 100 grid: an oil drop whose two halves are leaves. */
export const mark = (left, right) =>
  `<path d="M50 4C50 4 17 40 17 63a33 33 0 0 0 31.6 33V42.5C42 50 36.5 58 33.6 67.5 34 54 41 41 48.6 31.5Z" fill="${left}"/><path d="M51.4 31.5C59 41 66 54 66.4 67.5 63.5 58 58 50 51.4 42.5V96A33 33 0 0 0 83 63C83 40 50 4 50 4Z" fill="${right}"/>`
/** The same drop without the inner vein, for 16 to 24 pixels: two plain halves that meet on a pixel edge. */
export const smallMark = (left, right) =>
  `<path d="M50 2C50 2 14 39 14 63a36 36 0 0 0 36 35Z" fill="${left}"/><path d="M50 2C50 2 86 39 86 63A36 36 0 0 1 50 98Z" fill="${right}"/>`

if (isMain(import.meta.url)) {
  const { forest, gold, page } = brand.colours
  const word = urdu(brand.urdu, 74, 500)
  fs.writeFileSync(
    inProject('src/assets/urdu-word.svg'),
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${Math.ceil(word.w)} ${Math.ceil(word.h)}" role="img" aria-label="${brand.urdu}"><path d="${word.d}" fill="currentColor"/></svg>\n`,
  )
  // One file for all sizes: the vein shows only where the icon is drawn larger than 24 pixels.
  fs.writeFileSync(
    inProject('public/favicon.svg'),
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><style>.s{display:none}@media(max-width:24px){.s{display:inline}.l{display:none}}</style><rect width="64" height="64" rx="14" fill="${page}"/><g class="l" transform="translate(7 7) scale(.5)">${mark(forest, gold)}</g><g class="s" transform="translate(5 5) scale(.54)">${smallMark(forest, gold)}</g></svg>\n`,
  )
}
