import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const theme = readFileSync(new URL('./theme.css', import.meta.url), 'utf8')

const TEXT = 4.5
/** What can be pressed, its edge and its focus ring. */
const SHAPE = 3

/** [what is seen, what it lies on, the least contrast] */
const pairs: [string, string, number][] = [
  ['ink', 'paper', TEXT],
  ['ink', 'sand', TEXT],
  ['muted', 'paper', TEXT],
  ['muted', 'sand', TEXT],
  ['forest', 'paper', TEXT],
  ['forest', 'sand', TEXT],
  ['on-forest', 'forest', TEXT],
  ['on-forest', 'forest-deep', TEXT],
  ['amber', 'paper', TEXT],
  ['amber', 'sand', TEXT],
  ['on-amber', 'amber', TEXT],
  ['danger', 'paper', TEXT],
  ['danger', 'sand', TEXT],
  ['on-plate', 'plate', TEXT],
  ['edge', 'paper', SHAPE],
  ['edge', 'sand', SHAPE],
]

describe.each(['light', 'dark'] as const)('in the %s scheme', (scheme) => {
  it.each(pairs)('%s on %s has a contrast of %d', (front, back, least) => {
    expect(contrast(colour(front, scheme), colour(back, scheme))).toBeGreaterThanOrEqual(least)
  })
})

it('what can be pressed on the hero, which is light by night too, is seen on its plaster', () => {
  expect(contrast(colour('forest', 'light'), colour('plate', 'light'))).toBeGreaterThan(SHAPE)
})

function colour(name: string, scheme: 'light' | 'dark'): string {
  const pair = theme.match(`--color-${name}: light-dark\\((#\\w{6}), (#\\w{6})\\)`)
  const found = pair?.[scheme === 'light' ? 1 : 2]
  if (!found) throw new Error(`theme.css has no pair for --color-${name}`)
  return found
}

/** WCAG 2.2, "contrast ratio". */
function contrast(one: string, other: string): number {
  const [darker, lighter] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return ((lighter ?? 0) + 0.05) / ((darker ?? 0) + 0.05)
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
