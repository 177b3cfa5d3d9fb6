// docs/shop.webp, the picture of the README: three pages as `npm run pictures` has saved them.
import sharp from 'sharp'

const SAND = '#ddd2bf'
const [HEIGHT, GAP] = [780, 24]

/** Each picture with the width that it is shown in; what is longer than the panel is cut off. */
const PANELS = [
  ['home-1440', 884],
  ['product-360', 351],
  ['blog-360', 351],
]

let left = GAP
const panels = []
for (const [name, width] of PANELS) {
  const input = await sharp(`test-results/pictures/${name}.png`)
    .resize({ width, height: HEIGHT, fit: 'cover', position: 'top' })
    .toBuffer()
  panels.push({ input, left, top: GAP })
  left += width + GAP
}
const background = { width: left, height: HEIGHT + 2 * GAP, channels: 3, background: SAND }
await sharp({ create: background }).composite(panels).webp({ quality: 82 }).toFile('docs/shop.webp')
