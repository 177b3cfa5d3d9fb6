import { rng } from '../random.mjs'
import { silkTie } from './bow.mjs'
import { cl, g, HAIR, hx, lerp, mixc, PAL, rgb, stroke } from './drawing.mjs'

// a tied lock
export function lock(ctx, o, good) {
  const R = rng(o.seed),
    H = HAIR[o.hair],
    cd = hx(H.d),
    cm = hx(H.m),
    ch = hx(H.h),
    cs = hx(H.s),
    P = PAL[o.pal]
  const curl = o.type === 'curly' ? 46 : o.type === 'wavy' ? 30 : 9,
    f = o.type === 'curly' ? 2.6 : o.type === 'wavy' ? 1.5 : 0.8
  const nl = 24,
    ns = 46
  const Ls = []
  for (let i = 0; i < nl; i++)
    Ls.push({
      q: -1 + (2 * (i + 0.5)) / nl + (R() - 0.5) * 0.06,
      lr: R(),
      z: R(),
      ph: (R() - 0.5) * lerp(0.9, 0.35, good),
    })
  Ls.sort((a, b) => a.z - b.z)
  const line = (q, off, r, r2, L) => {
    const pts = []
    const len = 590 - Math.abs(q) * 46 - r2 * lerp(34, 20, good)
    for (let i = 0; i <= 60; i++) {
      const t = i / 60
      const wid =
        (16 + 100 * Math.sin(Math.PI * t ** 0.72 * 0.9)) *
        (1 - lerp(0.45, 0.62, good) * cl((t - 0.62) / 0.38) ** 1.4)
      const env = cl(t / 0.3)
      let x =
        (q + off * 0.07) * wid +
        curl * env * Math.sin(6.283 * f * t + L.ph + q * 0.5) * (1 - 0.1 * t)
      const y = -270 + len * t
      const fr = lerp(5, 0.4, good) * cl(t * 1.4)
      x += fr * Math.sin(t * 14 + r * 40) + fr * 0.6 * Math.sin(t * 33 + r2 * 50)
      if (!good && t > 0.8 && r > 0.55) x += (r2 - 0.5) * 90 * (t - 0.8) ** 1.2
      pts.push([x, y])
    }
    return pts
  }
  const col = (L, off, r4, q) => (t, _p) => {
    const cyl = Math.cos(cl((off + 0.3) * 1.2, -1.5, 1.5))
    let b =
      0.18 +
      0.3 * (L.lr * 0.6 + r4 * 0.4) +
      0.26 * cyl * lerp(0.55, 1, good) +
      0.16 * (1 - q * q) -
      0.14 * q
    const sl = Math.cos(6.283 * f * t + L.ph + q * 0.5)
    const band =
      g(t, 0.3 + q * q * 0.05, 0.07) +
      0.8 * g(t, 0.62 + 0.03 * L.lr, 0.09) * (o.type === 'straight' ? 0.7 : cl(0.4 + 0.6 * sl))
    const sp =
      band *
      lerp(0.1, 0.92, good) *
      (0.35 + 0.65 * r4) *
      (0.5 + 0.5 * cyl) *
      (1 - 0.3 * (q + 0.3) ** 2)
    b *= lerp(0.55, 1, cl(t / 0.1))
    let c = b < 0.5 ? mixc(cd, cm, b * 2) : mixc(cm, ch, (b - 0.5) * 1.25)
    c = mixc(c, ch, cl(sp * 1.15))
    c = mixc(c, cs, cl((sp - 0.42) * 0.85))
    if (!good) {
      const gg = (c[0] + c[1] + c[2]) / 3
      c = mixc(c, [gg * 1.1 + 13, gg * 1.03 + 10, gg + 7], 0.3)
    }
    return rgb(c, 0.92)
  }
  for (const L of Ls)
    for (let k = 0; k < ns; k++) {
      const off = R() + R() - 1,
        r = R(),
        r2 = R(),
        r4 = R(),
        w = 1.6 * (0.7 + 0.6 * R())
      stroke(
        ctx,
        line(L.q, off, r, r2, L),
        col(L, off, r4, L.q),
        (t) => w * (1 - 0.7 * cl((t - 0.6) / 0.4)),
      )
    }
  if (!good)
    for (let i = 0; i < 40; i++) {
      const L = Ls[i % nl],
        r = R()
      const p = line(L.q, 0, r, R(), L)
      const t = p.slice(46)
      stroke(
        ctx,
        t.map(([x, y], j) => [x + (r - 0.5) * j * 5, y - j * j * 0.12 * r]),
        () => rgb(mixc(cd, cm, 0.8), 0.55),
        (_t) => 0.9,
      )
    }
  silkTie(ctx, P)
}
