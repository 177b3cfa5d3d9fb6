// What is inside, 1200 x 1500: the pack drawn plainly, in a ring of the seven plants.
import fs from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { brand, isMain, OUT, rasterize } from './common.mjs'
import { seed } from './plants/drawing.mjs'
import { plants } from './plates.mjs'
import { latin, sans, serif, urdu } from './words.mjs'

const WIDTH = 1200
const HEIGHT = 1500
const { ink, gold, box, boxGold, paper } = brand.colours

/** The middle of each drawing's ink on its plate, and its place in the ring with its size. */
const RING = [
  { plant: 'neem', from: [560, 660], to: [190, 300], scale: 0.4 },
  { plant: 'bhringraj', from: [500, 640], to: [600, 205], scale: 0.36 },
  { plant: 'castor', from: [520, 640], to: [1000, 300], scale: 0.38 },
  { plant: 'amla', from: [560, 500], to: [185, 770], scale: 0.38 },
  { plant: 'brahmi', from: [500, 620], to: [1020, 790], scale: 0.38 },
  { plant: 'coconut', from: [510, 680], to: [240, 1235], scale: 0.42 },
  { plant: 'aloe', from: [510, 720], to: [965, 1270], scale: 0.42 },
]

const PICTURES = {
  'pair-inside': {
    ground: '#ECEDDD',
    arch: '#C9CFB2',
    pack: () => bottle(478, 1190, 46) + bottle(722, 1190, 46),
  },
  'gift-inside': {
    ground: '#F6E9DC',
    arch: '#E2BFA0',
    pack: () =>
      giftBox(370, 450, 460, 690) + bottle(503, 1180, 35) + bottle(697, 1180, 35) + comb(600, 1300),
  },
}

function picture({ ground, arch, pack }) {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}">
    <defs>
      <radialGradient id="sh"><stop offset="0" stop-color="#2A2416"/><stop offset=".6" stop-color="#2A2416" stop-opacity=".55"/><stop offset="1" stop-color="#2A2416" stop-opacity="0"/></radialGradient>
      <linearGradient id="glass"><stop offset="0" stop-color="#6B2E0A"/><stop offset=".16" stop-color="#A9571A"/><stop offset=".3" stop-color="#C8782C"/><stop offset=".6" stop-color="#9A4A12"/><stop offset="1" stop-color="#5C2608"/></linearGradient>
      <linearGradient id="brass"><stop offset="0" stop-color="#8D6A2C"/><stop offset=".3" stop-color="#EBCB86"/><stop offset=".62" stop-color="#B98D42"/><stop offset="1" stop-color="#7C5B22"/></linearGradient>
      <linearGradient id="rubber"><stop offset="0" stop-color="#15130F"/><stop offset=".3" stop-color="#4A463F"/><stop offset="1" stop-color="#0F0D0A"/></linearGradient>
    </defs>
    <rect width="${WIDTH}" height="${HEIGHT}" fill="${ground}"/>
    <path d="M180 ${HEIGHT}V560A420 420 0 0 1 1020 560V${HEIGHT}Z" fill="${arch}" opacity=".62"/>
    ${RING.map(place).join('')}
    ${pack()}
  </svg>`
}

function place({ plant, from, to, scale }) {
  seed(7)
  // The drawings number their shades from 0: each keeps its own.
  const drawing = plants[plant]().replace(/(id="|url\(#)(?!sh\))/g, `$1${plant}-`)
  return `<g transform="translate(${to[0] - from[0] * scale} ${to[1] - from[1] * scale}) scale(${scale})">${drawing}</g>`
}

/** Stands on (x, floor), `cm` units to a centimetre; the measures are those of the real bottle. */
function bottle(x, floor, cm) {
  const word = latin(serif, brand.name, 1.05, 0.3)
  const urduWord = urdu(brand.urdu, 0.5)
  const product = latin(sans, brand.product, 0.3, 0.08)
  const centred = ({ d, w }, y, colour) =>
    `<path transform="translate(${-w / 2} ${y})" d="${d}" fill="${colour}"/>`
  const line = (y, height) =>
    `<rect x="-2.3" y="${y}" width="4.6" height="${height}" fill="${gold}"/>`
  return `<ellipse cx="${x}" cy="${floor}" rx="${cm * 3.1}" ry="${cm * 0.4}" fill="url(#sh)" opacity=".3"/>
    <g transform="translate(${x} ${floor}) scale(${cm})">
      <path d="M-2.3-.35C-2.3-.1-2.1 0-1.9 0H1.9C2.1 0 2.3-.1 2.3-.35V-8C2.3-9 1.6-9.15.98-9.5V-9.8H-.98V-9.5C-1.6-9.15-2.3-9-2.3-8Z" fill="url(#glass)"/>
      <path d="M-1.95-.6V-1.1M-1.95-7.9C-1.95-8.5-1.6-8.7-1.3-8.85" fill="none" stroke="#F6D9AE" stroke-width=".12" stroke-linecap="round" opacity=".8"/>
      <rect x="-2.3" y="-7.55" width="4.6" height="6.2" fill="${paper}"/>
      ${line(-7.36, 0.05)}${line(-7.26, 0.02)}${line(-1.6, 0.05)}${line(-1.66, 0.02)}
      ${centred(word, -4.9, ink)}${centred(urduWord, -4.62, gold)}${centred(product, -3.3, ink)}
      <rect x="-1.4" y="-2.75" width="2.8" height=".025" fill="${gold}"/>
      <path d="M0-6.05V-7M0-6.4C.3-6.5.45-6.65.5-6.9.2-6.85.05-6.7 0-6.5M0-6.4C-.3-6.5-.45-6.65-.5-6.9-.2-6.85-.05-6.7 0-6.5" fill="none" stroke="${gold}" stroke-width=".05"/>
      <rect x="-1.16" y="-11.35" width="2.32" height="1.6" rx=".06" fill="url(#brass)"/>
      <path d="M-.74-11.35V-11.6C-.6-11.8-.58-12.5-.56-13.6A.56.6 0 0 1 .56-13.6C.58-12.5.6-11.8.74-11.6V-11.35Z" fill="url(#rubber)"/>
    </g>`
}

function giftBox(x, y, width, height) {
  const word = latin(serif, brand.name, 78, 19)
  const urduWord = urdu(brand.urdu, 46)
  const centre = x + width / 2
  return `<ellipse cx="${centre}" cy="${y + height}" rx="${width * 0.6}" ry="16" fill="url(#sh)" opacity=".3"/>
    <rect x="${x}" y="${y}" width="${width}" height="${height}" rx="4" fill="${box}"/>
    <rect x="${x + 16}" y="${y + 16}" width="${width - 32}" height="${height - 32}" fill="none" stroke="${boxGold}" stroke-width="2"/>
    <path transform="translate(${centre - urduWord.w / 2} ${y + 50})" d="${urduWord.d}" fill="${boxGold}"/>
    <path transform="translate(${centre - word.w / 2} ${y + 186})" d="${word.d}" fill="${boxGold}"/>`
}

/** A wide comb with its teeth down, its back centred on x. */
function comb(x, y) {
  const teeth = Array.from({ length: 21 }, (_, i) => {
    const left = x - 146 + i * 14
    return `<path d="M${left} ${y}V${y + 66}a4 4 0 0 0 8 0V${y}Z" fill="#7A4B26"/>`
  })
  return `<ellipse cx="${x}" cy="${y + 74}" rx="190" ry="12" fill="url(#sh)" opacity=".3"/>
    <path d="M${x - 170} ${y + 66}V${y - 10}C${x - 150} ${y - 62} ${x + 150} ${y - 62} ${x + 170} ${y - 10}V${y + 66}a9 9 0 0 1 -18 0V${y + 8}H${x - 152}V${y + 66}a9 9 0 0 1 -18 0Z" fill="#8A5830"/>
    <path d="M${x - 160} ${y - 8}C${x - 140} ${y - 48} ${x + 140} ${y - 48} ${x + 160} ${y - 8}" fill="none" stroke="#B98552" stroke-width="3" opacity=".7"/>
    ${teeth.join('')}`
}

if (isMain(import.meta.url)) {
  const folder = join(OUT, 'products')
  fs.mkdirSync(folder, { recursive: true })
  for (const [name, parts] of Object.entries(PICTURES)) {
    await sharp(rasterize(picture(parts), WIDTH))
      .png()
      .toFile(join(folder, `${name}.png`))
  }
}
