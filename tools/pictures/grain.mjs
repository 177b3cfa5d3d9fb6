import { createCanvas } from '@napi-rs/canvas'
import { rng } from './random.mjs'

/** Lays a fine grain over a drawing, so that flat tints do not band. */
export function grain(ctx, w, h, amt, seed = 1) {
  const R = rng(seed)
  const n = 256,
    c = createCanvas(n, n),
    x = c.getContext('2d'),
    d = x.createImageData(n, n)
  for (let i = 0; i < n * n; i++) {
    const v = R() < 0.5 ? 0 : 255
    d.data[i * 4] = d.data[i * 4 + 1] = d.data[i * 4 + 2] = v
    d.data[i * 4 + 3] = R() * amt * 255
  }
  x.putImageData(d, 0, 0)
  ctx.save()
  ctx.setTransform(1, 0, 0, 1, 0, 0)
  ctx.fillStyle = ctx.createPattern(c, 'repeat')
  ctx.globalCompositeOperation = 'overlay'
  ctx.fillRect(0, 0, w, h)
  ctx.restore()
}
