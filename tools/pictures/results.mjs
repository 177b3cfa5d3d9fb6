// Sixteen result illustrations, 1200 x 900: left the hair dull and tangled, right the
// same hair smooth. As much hair in both: a drawing must not promise growth either. They are drawings,
// not evidence: caption them "Illustration".
import fs from 'node:fs'
import path from 'node:path'
import { createCanvas, loadImage } from '@napi-rs/canvas'
const OUT = 'out'
import { grain } from './grain.mjs'
import { braid } from './hair/braid.mjs'
import { PAL, S } from './hair/drawing.mjs'
import { lock } from './hair/lock.mjs'
import { tress } from './hair/tress.mjs'
import { parting } from './hair/parting.mjs'

const W = 1200
const H = 900
const DRAW = { parting, lock, braid, tress }

const greyed = (hex, toward, t) => {
  const v = [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16))
  return `rgb(${v.map((c, i) => Math.round(c + (toward[i] - c) * t)).join(',')})`
}

function arch(ctx, cx, bottom) {
  ctx.beginPath()
  ctx.moveTo(cx - 232, bottom)
  ctx.lineTo(cx - 232, 330)
  ctx.arc(cx, 330, 232, Math.PI, 0)
  ctx.lineTo(cx + 232, bottom)
  ctx.closePath()
}

/** One picture with its two halves as a canvas, S times larger than W x H. */
function diptych(kind, o) {
  const canvas = createCanvas(W * S, H * S)
  const ctx = canvas.getContext('2d')
  const P = PAL[o.pal]
  ctx.scale(S, S)
  for (const good of [0, 1]) {
    const cx = good * 600 + 300
    ctx.save()
    ctx.beginPath()
    ctx.rect(cx - 300, 0, 600, H)
    ctx.clip()
    ctx.fillStyle = good ? P.bg : greyed(P.bg, [222, 218, 212], 0.55)
    ctx.fillRect(cx - 300, 0, 600, H)
    ctx.fillStyle = good ? P.arch : greyed(P.arch, [205, 200, 192], 0.62)
    arch(ctx, cx, H)
    ctx.fill()
    {
      if (kind === 'parting') {
        arch(ctx, cx, H)
        ctx.clip()
      }
      ctx.translate(cx, kind === 'parting' ? 450 : kind === 'braid' ? 455 : kind === 'tress' ? 492 : 440)
      DRAW[kind](ctx, o, good)
    }
    ctx.restore()
  }
  ctx.fillStyle = '#FBF6EC'
  ctx.fillRect(597, 0, 6, H)
  grain(ctx, W * S, H * S, 0.05)
  return canvas
}

const PALETTES = ['sage', 'clay', 'sand', 'rose']
const SKINS = ['a', 'd', 'b', 'c']
const list = [
  ...['straight', 'wavy', 'curly', 'wavy'].map((type, i) => [
    'tress',
    {
      type,
      hair: ['black', 'brown', 'black', 'auburn'][i],
      skin: SKINS[i],
      pal: PALETTES[i],
      seed: 4 + i * 5,
    },
  ]),
  ...['black', 'brown', 'black', 'auburn'].map((hair, i) => [
    'parting',
    { hair, skin: ['a', 'd', 'b', 'a'][i], pal: PALETTES[(i + 1) % 4], seed: 2 + i },
  ]),
  ...[
    ['auburn', 'wavy'],
    ['black', 'straight'],
    ['brown', 'curly'],
    ['black', 'wavy'],
    ['brown', 'straight'],
    ['grey', 'wavy'],
  ].map(([hair, type], i) => ['lock', { hair, type, pal: PALETTES[(i + 2) % 4], seed: 5 + i }]),
  ...['brown', 'black'].map((hair, i) => [
    'braid',
    { hair, pal: PALETTES[(i + 2) % 4], seed: 5 + i },
  ]),
]

const only = process.argv[2]?.split(',').map(Number)
const dir = path.join(OUT, 'results')
fs.mkdirSync(dir, { recursive: true })
for (const [i, [kind, o]] of list.entries()) {
  if (only && !only.includes(i + 1)) continue
  const big = diptych(kind, o)
  const small = createCanvas(W, H)
  const ctx = small.getContext('2d')
  ctx.imageSmoothingQuality = 'high'
  ctx.drawImage(await loadImage(big.toBuffer('image/png')), 0, 0, W, H)
  fs.writeFileSync(
    path.join(dir, `result-${String(i + 1).padStart(2, '0')}.png`),
    small.toBuffer('image/png'),
  )
}
