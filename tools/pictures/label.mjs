// The bottle label (11.0 x 6.2 cm at 300 px per cm) and its gold-foil mask.
// Only the front is printed: text on the sides would show as a sliver at the edge of every front view.
import fs from 'node:fs'
import path from 'node:path'
import { brand, isMain, rasterize, TEXTURES } from './common.mjs'
import { latin, serif, urdu } from './words.mjs'

const W = 3300
const H = 1860
const cx = W / 2

/** Outline of a leaf from its base (x, y) in direction a: length l, width w, bend sideways. */
export function leafOutline(x, y, a, l, w, bend = 0) {
  const c = Math.cos(a)
  const s = Math.sin(a)
  const P = (u, v) => {
    const vv = v + (bend * u * u) / l
    return `${(x + c * u - s * vv).toFixed(1)} ${(y + s * u + c * vv).toFixed(1)}`
  }
  return `M${P(0, 0)}C${P(l * 0.25, -w * 0.75)} ${P(l * 0.7, -w * 0.55)} ${P(l, 0)}C${P(l * 0.7, w * 0.55)} ${P(l * 0.25, w * 0.75)} ${P(0, 0)}Z`
}

function midrib(x, y, a, l, bend = 0) {
  const c = Math.cos(a)
  const s = Math.sin(a)
  const P = (u, v) => {
    const vv = v + (bend * u * u) / l
    return `${(x + c * u - s * vv).toFixed(1)} ${(y + s * u + c * vv).toFixed(1)}`
  }
  return `M${P(0, 0)}Q${P(l * 0.5, 0)} ${P(l * 0.82, 0)}`
}

/** Upright sprig of line leaves, h tall, standing on (x, y). */
function sprig(x, y, h, colour) {
  const line = (d, w) =>
    `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${w}" stroke-linejoin="round" stroke-linecap="round"/>`
  let s = line(`M${x} ${y}V${y - h}`, 6)
  const n = 5
  for (let i = 0; i < n; i++) {
    const t = i / (n - 1)
    const yy = y - h * (0.12 + 0.72 * t)
    const L = h * (0.44 - 0.2 * t) * (i === 0 ? 0.85 : 1)
    for (const side of [-1, 1]) {
      const a = -Math.PI / 2 + side * (1.02 - 0.32 * t)
      s +=
        line(leafOutline(x, yy, a, L, L * 0.42, side * -0.12), 5.5) +
        line(midrib(x, yy, a, L, side * -0.12), 3.5)
    }
  }
  return s + line(leafOutline(x, y - h * 0.9, -Math.PI / 2, h * 0.3, h * 0.11), 5.5)
}

function art(foil) {
  const ink = foil ? 'none' : brand.colours.ink
  const gold = foil ? '#fff' : brand.colours.gold
  const text = (x, y, size, family, txt, spacing, fill, extra = '') =>
    `<text x="${x + spacing / 2}" y="${y}" font-family="${family}" font-size="${size}" letter-spacing="${spacing}" text-anchor="middle" fill="${fill}" ${extra}>${txt}</text>`
  const rect = (x, y, w, h) => `<rect x="${x}" y="${y}" width="${w}" height="${h}" fill="${gold}"/>`
  let s = ''
  for (const [y, h] of [
    [70, 12],
    [96, 4],
  ])
    s += rect(0, y, W, h) + rect(0, H - y - h, W, h)
  s += sprig(cx, 500, 310, gold)
  const word = latin(serif, brand.name, 330, 92)
  s += `<path transform="translate(${cx - word.w / 2} 798)" d="${word.d}" fill="${ink}"/>`
  // the Urdu word between two hairlines
  const u = urdu(brand.urdu, 92, 500)
  s += `<path transform="translate(${cx - u.w / 2} ${900 - u.h / 2})" d="${u.d}" fill="${gold}"/>`
  s += rect(cx - u.w / 2 - 330, 902, 270, 4) + rect(cx + u.w / 2 + 60, 902, 270, 4)
  s += text(cx, 1082, 94, 'Jost', brand.product, 24, ink, 'font-weight="500"')
  s += text(
    cx,
    1196,
    98,
    'Cormorant Garamond',
    brand.tagline,
    2,
    ink,
    'font-style="italic" font-weight="500"',
  )
  brand.ingredients.forEach((l, i) => {
    s += text(cx, 1345 + i * 88, 58, 'Jost', l, 13, ink)
  })
  s += text(cx, 1690, 64, 'Jost', brand.volume, 8, ink)
  return s
}

const page = (colour, inner) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${W} ${H}"><rect width="${W}" height="${H}" fill="${colour}"/>${inner}</svg>`

if (isMain(import.meta.url)) {
  fs.writeFileSync(
    path.join(TEXTURES, 'label.png'),
    rasterize(page(brand.colours.paper, art(false)), W),
  )
  fs.writeFileSync(path.join(TEXTURES, 'label_foil.png'), rasterize(page('#000', art(true)), W))
}
