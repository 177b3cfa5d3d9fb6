import { rng } from '../random.mjs'
import { bez, cl, g, HAIR, hx, lerp, mixc, rgb, stroke } from './drawing.mjs'

const SCALP = { a: '#C08C66', b: '#9A6543', c: '#7C4B31', d: '#D9AB88' }
// parting seen from above inside a rounded frame
export function parting(ctx, o, good) {
  const R = rng(o.seed),
    H = HAIR[o.hair],
    cd = hx(H.d),
    cm = hx(H.m),
    ch = hx(H.h),
    cs = hx(H.s),
    skin = hx(SCALP[o.skin])
  ctx.fillStyle = rgb(mixc(cd, cm, 0.2))
  ctx.fillRect(-300, -450, 600, 900)
  const px = (y) => 10 * Math.sin(y / 150 + o.seed) + 4 * Math.sin(y / 61)
  const pw = 7
  const L = []
  for (const sg of [-1, 1])
    for (let y = -760; y < 470; y += 9) L.push({ sg, y: y + R() * 8, lr: R(), z: R() })
  L.sort((a, b) => a.y - b.y + (a.z - b.z) * 46)
  const n = 34
  for (const k of L) {
    for (let i = 0; i < n; i++) {
      const off = R() + R() - 1,
        r = R(),
        r2 = R(),
        r4 = R()
      const y0 = k.y + off * 15
      const x0 = px(y0) + k.sg * (pw * 0.5 * (0.55 + 0.9 * R() ** 2))
      const w = 1.5 * (0.7 + 0.6 * R())
      const P = [
        [x0, y0],
        [x0 + k.sg * 70, y0 - 16 + off * 4],
        [x0 + k.sg * (180 + off * 10), y0 + 90],
        [x0 + k.sg * (330 + off * 16 + r * 20), y0 + 470 + off * 30],
      ]
      const pts = []
      for (let t = 0; t <= 1.001; t += 1 / 26) {
        const [x, y] = bez(P, t)
        const fr = lerp(4.2, 0.4, good)
        pts.push([x + fr * Math.sin(t * 13 + r * 40), y + fr * Math.sin(t * 17 + r2 * 30)])
      }
      stroke(
        ctx,
        pts,
        (_t, p) => {
          const d = Math.abs(p[0] - px(p[1]))
          const cyl = Math.cos(cl((off + 0.3) * 1.2, -1.5, 1.5))
          let b =
            0.2 +
            0.32 * (k.lr * 0.6 + r4 * 0.4) +
            0.26 * cyl * lerp(0.6, 1, good) +
            (k.sg < 0 ? 0.07 : -0.05)
          b *= 1 - 0.35 * g(d, 250, 70)
          b *= lerp(0.6, 1, cl(d / 40))
          const sp =
            (g(d, 108 + k.lr * 16, lerp(20, 34, good)) + 0.3 * g(d, 280, 50)) *
            lerp(0.1, 0.9, good) *
            (0.35 + 0.65 * r4) *
            (0.5 + 0.5 * cyl) *
            (k.sg < 0 ? 1 : 0.72)
          let c = b < 0.5 ? mixc(cd, cm, b * 2) : mixc(cm, ch, (b - 0.5) * 1.25)
          c = mixc(c, ch, cl(sp * 1.15))
          c = mixc(c, cs, cl((sp - 0.42) * 0.85))
          if (!good) {
            const gg = (c[0] + c[1] + c[2]) / 3
            c = mixc(c, [gg * 1.1 + 13, gg * 1.03 + 10, gg + 7], 0.3)
          }
          return rgb(c, 0.94)
        },
        (t) => w * (t < 0.12 ? 0.45 + t * 4.6 : 1),
      )
    }
  }
  ctx.fillStyle = rgb(mixc(skin, cd, 0.15), 0.9)
  ctx.beginPath()
  for (let y = -450; y <= 450; y += 6) ctx.lineTo(px(y) - 2.2 - 1.2 * Math.sin(y / 23), y)
  for (let y = 450; y >= -450; y -= 6) ctx.lineTo(px(y) + 2.2 + 1.2 * Math.sin(y / 31), y)
  ctx.fill()
  for (let i = 0; i < lerp(230, 0, good); i++) flyaway(ctx, R, px, mixc(cm, ch, 0.2 + 0.6 * R()))
}
/** A short hair that stands off near the parting. */
function flyaway(ctx, R, px, colour) {
  const y = R() * 900 - 450,
    side = R() < 0.5 ? -1 : 1,
    x = px(y) + side * (4 + R() * 150),
    reach = 26 + R() * 60,
    rise = 14 + R() * 40
  stroke(
    ctx,
    [...Array(9)].map((_, j) => [x + (side * reach * j) / 8, y - rise * Math.sin((2.2 * j) / 8)]),
    () => rgb(colour, 0.7),
    (t) => 1.3 * (1 - 0.5 * t),
  )
}
