import { readFileSync } from 'node:fs'

const theme = readFileSync('src/styles/theme.css', 'utf8')

const [, light = '', dark = ''] =
  /--color-paper: light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/.exec(theme) ?? []

if (!light) throw new Error('src/styles/theme.css: --color-paper is not light-dark(#…, #…)')

/** The colour `paper` of theme.css in both schemes, for metadata, which has no custom properties. */
export const THEME_COLORS = { light, dark } as const
