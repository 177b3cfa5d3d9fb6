// Sharing cards, 1200 x 630, from the finished pictures in src/assets.
import fs from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'
import { ARTICLE_CARDS, PAGE_CARDS } from './cards.mjs'
import { brand, inProject, rasterize } from './common.mjs'
import { mark } from './logo.mjs'
import { latin, sans, serif, urdu } from './words.mjs'

const WIDTH = 1200
const HEIGHT = 630
const ARCH = { left: 620, top: 50, width: 500, height: 580 }
const { amber, forest, gold, ink, page: PAPER, sand: SAND } = brand.colours
const assets = inProject('src/assets')
const folder = inProject('public/social')

fs.mkdirSync(folder, { recursive: true })
await save('home', await homeCard())
for (const card of PAGE_CARDS) await save(card.name, await pageCard(card))
for (const card of ARTICLE_CARDS) await save(`article-${card.id}`, await articleCard(card))

/** The wide hero, with the name of the house where the wall is empty. */
async function homeCard() {
  const word = latin(serif, brand.name, 128, 36)
  const zulf = urdu(brand.urdu, 66, 500)
  const words = `<defs><linearGradient id="g" x1="0" x2="1"><stop offset="0" stop-color="#F0E2C8" stop-opacity=".7"/><stop offset=".3" stop-color="#F0E2C8" stop-opacity=".45"/><stop offset=".42" stop-color="#F0E2C8" stop-opacity="0"/></linearGradient></defs><rect width="${WIDTH}" height="${HEIGHT}" fill="url(#g)"/><g transform="translate(72 68) scale(.9)">${mark(forest, gold)}</g>${outline(word, 84, 300, forest)}${outline(zulf, 88, 336, gold)}<path d="M${88 + zulf.w + 28} ${338 + zulf.h / 2}h120" stroke="${gold}" stroke-width="2"/>${outline(latin(sans, brand.product, 30, 7), 86, 464, forest)}`
  return sharp(path.join(assets, 'hero.webp'))
    .resize({ width: 1290 })
    .extract({ left: 90, top: 8, width: WIDTH, height: HEIGHT })
    .composite([{ input: rasterize(page(words), WIDTH) }])
}

async function pageCard({ picture, part, at, title, line }) {
  const whole = sharp(path.join(assets, `${picture}.webp`))
  const view = await (part ? whole.extract(part) : whole)
    .resize({ width: ARCH.width, height: ARCH.height, position: at })
    .composite([{ input: Buffer.from(archMask()), blend: 'dest-in' }])
    .png()
    .toBuffer()
  const words = `<rect width="${WIDTH}" height="${HEIGHT}" fill="${PAPER}"/><rect x="540" width="660" height="${HEIGHT}" fill="${SAND}"/>${brandRow(80, 76)}${titleLines(title, 80, 330, 76)}${outline(latin(sans, line, 24, 4), 82, 540, amber)}`
  return sharp(rasterize(page(words), WIDTH)).composite([
    { input: view, left: ARCH.left, top: ARCH.top },
  ])
}

async function articleCard({ id, title }) {
  const band = 196
  const cover = await sharp(path.join(assets, `blog/${id}.webp`))
    .extract({ left: 0, top: 40, width: WIDTH, height: HEIGHT - band })
    .toBuffer()
  const words = `<rect width="${WIDTH}" height="${HEIGHT}" fill="${PAPER}"/>${titleLines(title, 60, HEIGHT - 112, 56)}${brandRow(940, HEIGHT - 124)}`
  return sharp(rasterize(page(words), WIDTH)).composite([{ input: cover, left: 0, top: 0 }])
}

/** The mark with the name, 50 units high. */
function brandRow(x, y) {
  const word = latin(serif, brand.name, 46, 11)
  return `<g transform="translate(${x} ${y}) scale(.5)">${mark(forest, gold)}</g>${outline(word, x + 60, y + 41, forest)}`
}

function titleLines(lines, x, y, size) {
  return lines
    .map((line, i) => outline(latin(serif, line, size), x, y + i * size * 1.06, ink))
    .join('')
}

function outline({ d }, x, y, colour) {
  return `<path transform="translate(${x} ${y})" d="${d}" fill="${colour}"/>`
}

function page(content) {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}">${content}</svg>`
}

/** The arch of a haveli door, as in the shop's own styles. */
function archMask() {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${ARCH.width}" height="${ARCH.height}" viewBox="0 0 100 125" preserveAspectRatio="none"><path d="M0 125V58c0-28 14-34 28-38 12-4 19-10 22-20 3 10 10 16 22 20 14 4 28 10 28 38v67Z"/></svg>`
}

async function save(name, image) {
  const data = await image.jpeg({ quality: 84, mozjpeg: true }).toBuffer()
  fs.writeFileSync(path.join(folder, `${name}.jpg`), data)
  console.log(`${name} ${Math.round(data.length / 1000)} kB`)
}
