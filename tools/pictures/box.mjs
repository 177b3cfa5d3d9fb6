// The front of the gift box (13.2 x 17.6 cm) and its gold-foil mask: box.png, box_foil.png.
import fs from 'node:fs'
import path from 'node:path'
import { brand, isMain, rasterize, TEXTURES } from './common.mjs'
import { leafOutline } from './label.mjs'
import { latin, serif, urdu } from './words.mjs'

const W = 1930
const H = 2580
const cx = W / 2

function art(gold) {
  const text = (x, y, size, family, txt, spacing, extra = '') =>
    `<text x="${x + spacing / 2}" y="${y}" font-family="${family}" font-size="${size}" letter-spacing="${spacing}" text-anchor="middle" fill="${gold}" ${extra}>${txt}</text>`
  let s = `<rect x="90" y="90" width="${W - 180}" height="${H - 180}" fill="none" stroke="${gold}" stroke-width="7"/><rect x="122" y="122" width="${W - 244}" height="${H - 244}" fill="none" stroke="${gold}" stroke-width="3"/>`
  // laurel
  const R = 560
  const cy = 850
  for (let i = 0; i < 15; i++) {
    for (const side of [-1, 1]) {
      const a = Math.PI / 2 + side * (0.16 + i * 0.187)
      const x = cx + Math.cos(a) * R
      const y = cy + Math.sin(a) * R
      const L = 150 - i * 3.2
      for (const o of [-1, 1])
        s += `<path d="${leafOutline(x, y, a + (side * Math.PI) / 2 + o * 0.6, L, L * 0.44)}" fill="${o * side > 0 ? gold : 'none'}" stroke="${gold}" stroke-width="4.5"/>`
    }
  }
  for (const side of [-1, 1]) {
    const a = Math.PI / 2 - side * 2.85
    s += `<path d="M${cx} ${cy + R}A${R} ${R} 0 0 ${side > 0 ? 0 : 1} ${(cx + Math.cos(a) * R).toFixed(1)} ${(cy + Math.sin(a) * R).toFixed(1)}" fill="none" stroke="${gold}" stroke-width="5"/>`
  }
  const word = latin(serif, brand.name, 250, 62)
  const u = urdu(brand.urdu, 150, 500)
  s += `<path transform="translate(${cx - u.w / 2} ${cy - 330})" d="${u.d}" fill="${gold}"/>`
  s += `<path transform="translate(${cx - word.w / 2} ${cy + 90})" d="${word.d}" fill="${gold}"/>`
  s += text(cx, cy + 210, 54, 'Jost', brand.product, 18)
  s += text(
    cx,
    1690,
    116,
    'Cormorant Garamond',
    brand.gift.line,
    3,
    'font-style="italic" font-weight="500"',
  )
  s += `<path d="M${cx - 26} 1795L${cx} 1769L${cx + 26} 1795L${cx} 1821Z" fill="${gold}"/><rect x="${cx - 330}" y="1793" width="270" height="4" fill="${gold}"/><rect x="${cx + 60}" y="1793" width="270" height="4" fill="${gold}"/>`
  return s + text(cx, 1935, 60, 'Jost', brand.gift.contents, 16)
}

const page = (colour, inner) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${W} ${H}"><rect width="${W}" height="${H}" fill="${colour}"/>${inner}</svg>`

if (isMain(import.meta.url)) {
  fs.writeFileSync(
    path.join(TEXTURES, 'box.png'),
    rasterize(page(brand.colours.box, art(brand.colours.boxGold)), W),
  )
  fs.writeFileSync(path.join(TEXTURES, 'box_foil.png'), rasterize(page('#000', art('#fff')), W))
}
