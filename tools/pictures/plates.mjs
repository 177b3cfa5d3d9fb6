// Seven botanical plates, 1000 x 1250: leaves, fruit and flowers on an arched panel.
import fs from 'node:fs'
import { join } from 'node:path'
import { createCanvas, loadImage } from '@napi-rs/canvas'
import { isMain, OUT, rasterize } from './common.mjs'
import { grain } from './grain.mjs'
import { aloe } from './plants/aloe.mjs'
import { amla } from './plants/amla.mjs'
import { bhringraj } from './plants/bhringraj.mjs'
import { brahmi } from './plants/brahmi.mjs'
import { castor } from './plants/castor.mjs'
import { coconut } from './plants/coconut.mjs'
import { mix, seed } from './plants/drawing.mjs'
import { neem } from './plants/neem.mjs'

export const plants = { coconut, castor, amla, aloe, neem, brahmi, bhringraj }

// Latin name, ground, arch
export const META = {
  coconut: ['Cocos nucifera', '#E9DCC3', '#D9C29C'],
  castor: ['Ricinus communis', '#F0DFD0', '#DDB9A0'],
  amla: ['Phyllanthus emblica', '#ECEBCF', '#D2D3A0'],
  aloe: ['Aloe barbadensis', '#E2E8D6', '#BFCDB0'],
  neem: ['Azadirachta indica', '#E6E8D2', '#C5CDA4'],
  brahmi: ['Bacopa monnieri', '#EAE6E4', '#CFC9CE'],
  bhringraj: ['Eclipta prostrata', '#EFE8DA', '#D8C7AB'],
}

export function plate(name, number = 7) {
  seed(number)
  const [, ground, arch] = META[name]
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1000 1250"><defs><radialGradient id="sh"><stop offset="0" stop-color="#2A2416"/><stop offset=".6" stop-color="#2A2416" stop-opacity=".55"/><stop offset="1" stop-color="#2A2416" stop-opacity="0"/></radialGradient></defs><rect width="1000" height="1250" fill="${mix(ground, '#FBF6EC', 0.5)}"/><path d="M130 1250V500A370 370 0 0 1 870 500V1250Z" fill="${arch}" opacity=".62"/>${plants[name]()}</svg>`
}

async function toPng(svg, width, file) {
  const picture = await loadImage(rasterize(svg, width))
  const canvas = createCanvas(picture.width, picture.height)
  const ctx = canvas.getContext('2d')
  ctx.drawImage(picture, 0, 0)
  grain(ctx, picture.width, picture.height, 0.05, 3) // hides banding of the flat tints
  fs.writeFileSync(file, canvas.toBuffer('image/png'))
}

if (isMain(import.meta.url)) {
  const dir = join(OUT, 'botanicals')
  fs.mkdirSync(dir, { recursive: true })
  for (const name of Object.keys(plants))
    await toPng(plate(name), 1000, join(dir, `${name === 'aloe' ? 'aloe-vera' : name}.png`))
}
