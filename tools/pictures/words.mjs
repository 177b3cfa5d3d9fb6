// The brand's words as outlines: the Latin wordmark by opentype.js, the Urdu word by HarfBuzz
// (Nastaliq needs real shaping: joining forms and slanting baselines).
import fs from 'node:fs'
import * as hb from 'harfbuzzjs'
import opentype from 'opentype.js'
import { fontPath } from './common.mjs'

const load = (name) => {
  const b = fs.readFileSync(fontPath(name))
  return opentype.parse(b.buffer.slice(b.byteOffset, b.byteOffset + b.byteLength))
}
export const serif = load('cormorant-garamond-600-normal')
export const sans = load('jost-400-normal')

// opentype.js' own toPathData() can write NaN, so the commands are joined here.
const round = (v) => +v.toFixed(2)
const join = (commands) =>
  commands
    .map(
      (c) =>
        c.type +
        [c.x1, c.y1, c.x2, c.y2, c.x, c.y]
          .filter((v) => v != null)
          .map(round)
          .join(' '),
    )
    .join('')

/** Outline of a Latin text with its baseline at 0, starting at x = 0: {d, w}. */
export function latin(font, text, size, track = 0) {
  const k = size / font.unitsPerEm
  const glyphs = [...text].map((c) => font.charToGlyph(c))
  let x = 0
  let d = ''
  glyphs.forEach((g, i) => {
    d += join(g.getPath(x, 0, size).commands)
    x += g.advanceWidth * k
    if (i < glyphs.length - 1) x += track + font.getKerningValue(g, glyphs[i + 1]) * k
  })
  return { d, w: x }
}

/** Outline of an Urdu text, moved so that its ink starts at (0, 0): {d, w, h}. */
export function urdu(text, size, weight = 500) {
  const file = fs.readFileSync(fontPath(`noto-nastaliq-urdu-${weight}-normal`))
  const face = new hb.Face(new hb.Blob(file))
  const font = new hb.Font(face)
  const buffer = new hb.Buffer()
  buffer.addText(text)
  buffer.guessSegmentProperties()
  hb.shape(font, buffer)
  const infos = buffer.getGlyphInfos()
  const positions = buffer.getGlyphPositions()
  const k = size / face.upem
  const parts = []
  let pen = 0
  infos.forEach((g, i) => {
    const p = positions[i]
    parts.push({ path: font.glyphToPath(g.codepoint), x: pen + p.xOffset, y: p.yOffset })
    pen += p.xAdvance
  })
  // Glyph outlines have y upwards: scale, flip, then shift the ink's box to the origin.
  const segs = []
  let x0 = Infinity,
    y0 = Infinity,
    x1 = -Infinity,
    y1 = -Infinity
  for (const { path, x, y } of parts) {
    for (const [, cmd, nums] of path.matchAll(/([MLQCZ])([^MLQCZ]*)/g)) {
      const v = nums.trim() ? nums.trim().split(/[ ,]+/).map(Number) : []
      const pts = []
      for (let i = 0; i < v.length; i += 2) pts.push([(v[i] + x) * k, -(v[i + 1] + y) * k])
      for (const [px, py] of pts) {
        x0 = Math.min(x0, px)
        x1 = Math.max(x1, px)
        y0 = Math.min(y0, py)
        y1 = Math.max(y1, py)
      }
      segs.push([cmd, pts])
    }
  }
  const d = segs
    .map(([c, pts]) => c + pts.map(([px, py]) => `${round(px - x0)} ${round(py - y0)}`).join(' '))
    .join('')
  return { d, w: x1 - x0, h: y1 - y0 }
}
