import { fileURLToPath } from 'node:url'

/** A path inside the project, from its top folder. */
export const inProject = (path) => fileURLToPath(new URL(`../../${path}`, import.meta.url))

const basicLatin = Array.from({ length: 0x7f - 0x20 }, (_, i) => String.fromCodePoint(0x20 + i))

/** Every letter and sign that a web font carries. The Urdu word is a picture, not text. */
export const LETTERS = new Set([...basicLatin, ...'\u00a0©°·×é–—‘’“”•…→−'])

/**
 * What the shop takes of each family: the headings one weight, the text those between 400 and 700.
 * Features not named here (small capitals, old alternates) are left behind.
 */
export const FACES = [
  {
    from: 'node_modules/@fontsource-variable/cormorant-garamond/files/cormorant-garamond-latin-wght-normal.woff2',
    license: 'node_modules/@fontsource-variable/cormorant-garamond/LICENSE',
    to: 'src/assets/fonts/cormorant-garamond.woff2',
    weight: 600,
    features: ['kern', 'liga', 'lnum'],
  },
  {
    from: 'node_modules/@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2',
    license: 'node_modules/@fontsource-variable/figtree/LICENSE',
    to: 'src/assets/fonts/figtree.woff2',
    weight: { min: 400, max: 700, default: 400 },
    features: ['kern', 'tnum'],
  },
]
