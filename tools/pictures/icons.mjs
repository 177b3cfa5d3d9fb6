// Icons for tabs, home screens and the web manifest.
import fs from 'node:fs'
import path from 'node:path'
import { brand, inProject, rasterize } from './common.mjs'
import { mark } from './logo.mjs'

const { forest, gold, page } = brand.colours
const folder = inProject('public')

/** A square of 64 with the mark in its middle, `size` units high. */
function icon(size, corner) {
  const inset = (64 - size) / 2
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" rx="${corner}" fill="${page}"/><g transform="translate(${inset} ${inset}) scale(${size / 100})">${mark(forest, gold)}</g></svg>`
}

fs.mkdirSync(path.join(folder, 'icons'), { recursive: true })
for (const size of [192, 512]) {
  write(`icons/icon-${size}.png`, icon(50, 14), size)
  // A phone may cut everything outside the middle four fifths.
  write(`icons/maskable-${size}.png`, icon(36, 0), size)
}
// Apple rounds the corners itself and shows transparent ones black.
write('apple-touch-icon.png', icon(46, 0), 180)
write('favicon-32.png', icon(50, 14), 32)
fs.writeFileSync(path.join(folder, 'favicon.ico'), ico(rasterize(icon(50, 14), 32), 32))

function write(name, svg, size) {
  fs.writeFileSync(path.join(folder, name), rasterize(svg, size))
}

/** An ICO file with one PNG: a directory of one entry before the picture. */
function ico(png, size) {
  const head = Buffer.alloc(22)
  head.writeUInt16LE(1, 2) // an icon
  head.writeUInt16LE(1, 4) // one picture
  head.writeUInt8(size, 6)
  head.writeUInt8(size, 7)
  head.writeUInt16LE(1, 10) // planes
  head.writeUInt16LE(32, 12) // bits a pixel
  head.writeUInt32LE(png.length, 14)
  head.writeUInt32LE(head.length, 18)
  return Buffer.concat([head, png])
}
