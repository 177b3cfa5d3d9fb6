// Every new PNG of out/ as WebP in src/assets, under the same name. The quality starts high and falls
// only until a picture fits the limit: the build makes the smaller ones from it.
import fs from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'
import { inProject, OUT } from './common.mjs'

const LIMIT = 250_000
const QUALITIES = [94, 91, 88, 84, 80]

for (const name of fs.readdirSync(OUT, { recursive: true })) {
  if (!name.endsWith('.png') || name.startsWith('preview')) continue
  const source = path.join(OUT, name)
  const goal = path.join(inProject('src/assets'), name.replace(/\.png$/, '.webp'))
  if (isNewer(goal, source)) continue
  fs.mkdirSync(path.dirname(goal), { recursive: true })
  fs.writeFileSync(goal, await encode(source))
  console.log(name)
}

async function encode(source) {
  for (const quality of QUALITIES) {
    const data = await sharp(source).webp({ quality, effort: 5, smartSubsample: true }).toBuffer()
    if (data.length <= LIMIT || quality === QUALITIES.at(-1)) return data
  }
}

function isNewer(file, than) {
  return fs.existsSync(file) && fs.statSync(file).mtimeMs > fs.statSync(than).mtimeMs
}
