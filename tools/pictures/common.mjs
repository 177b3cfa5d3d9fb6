// Shared by all drawing scripts: folders, brand words, fonts, SVG to PNG.
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { Resvg } from '@resvg/resvg-js'

export const HERE = path.dirname(fileURLToPath(import.meta.url))
export const BUILD = path.join(HERE, 'build')
export const TEXTURES = path.join(BUILD, 'textures')
export const OUT = path.join(HERE, 'out')
/** A path inside the project, from its top folder. */
export const inProject = (name) => path.join(HERE, '../..', name)
export const brand = JSON.parse(fs.readFileSync(path.join(HERE, 'brand.json'), 'utf8'))
for (const d of [TEXTURES, OUT]) fs.mkdirSync(d, { recursive: true })

const FONTS = path.join(BUILD, 'fonts')
const fontFiles = fs.readdirSync(FONTS).map((f) => path.join(FONTS, f))
export const fontPath = (name) => path.join(FONTS, `${name}.ttf`)

/** SVG text to a PNG buffer, `width` pixels wide; only the fonts of build/fonts are used. */
export const rasterize = (svg, width) =>
  new Resvg(svg, {
    fitTo: { mode: 'width', value: width },
    font: { fontFiles, loadSystemFonts: false, defaultFontFamily: 'Jost' },
  })
    .render()
    .asPng()

/** True when this file was started directly: `node x.mjs`. */
export const isMain = (url) =>
  process.argv[1] && fileURLToPath(url) === path.resolve(process.argv[1])
