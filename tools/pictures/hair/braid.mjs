import { rng } from '../random.mjs'
import { silkTie } from './bow.mjs'
import { cl, g, HAIR, hx, lerp, mixc, PAL, rgb, stroke } from './drawing.mjs'

// a three-strand plait: x follows sin(a), depth follows sin(2a), the strands a third of a turn apart
export function braid(ctx, o, good) {
  const R = rng(o.seed),
    H = HAIR[o.hair],
    cd = hx(H.d),
    cm = hx(H.m),
    ch = hx(H.h),
    cs = hx(H.s),
    P = PAL[o.pal]
  const top = -255,
    len = 520,
    turns = 2.6,
    steps = 300,
    ns = 64
  const width = (t) =>
    50 * (0.72 + 0.36 * Math.sin(Math.PI * cl(t * 0.96 + 0.02) ** 0.6)) * (1 - 0.36 * t)
  const centre = (k, t) => {
    const a = 6.283 * (turns * t + k / 3)
    return [width(t) * Math.sin(a), top + len * t, Math.sin(2 * a), a]
  }
  const fray = lerp(3.4, 0.5, good),
    segs = []
  for (let k = 0; k < 3; k++) {
    const hairs = []
    for (let i = 0; i < ns; i++)
      hairs.push({
        off: -1 + (2 * (i + 0.5)) / ns + (R() - 0.5) * 0.05,
        r: R(),
        r2: R(),
        w: 1.7 * (0.7 + 0.6 * R()),
      })
    let prev = null
    for (let i = 0; i <= steps; i++) {
      const t = i / steps,
        [x, y, z, a] = centre(k, t),
        q = centre(k, Math.min(1, t + 0.004)),
        p = centre(k, Math.max(0, t - 0.004))
      const dx = q[0] - p[0],
        dy = q[1] - p[1],
        l = Math.hypot(dx, dy),
        nx = -dy / l,
        ny = dx / l,
        half = width(t) * 0.86 * (t < 0.05 ? 0.55 + t * 9 : 1) * (t > 0.94 ? 1 - (t - 0.94) * 8 : 1)
      const pts = hairs.map((h) => {
        const d =
          h.off * half +
          fray * (Math.sin(t * 40 + h.r * 40) * 0.6 + Math.sin(t * 83 + h.r2 * 50) * 0.4)
        return [x + nx * d, y + ny * d]
      })
      if (prev) segs.push({ z: z + 0.001 * k, t, a, hairs, from: prev, to: pts, half })
      prev = pts
    }
  }
  segs.sort((p, q) => p.z - q.z)
  ctx.lineCap = 'round'
  for (const s of segs) {
    const depth = 0.5 + 0.5 * s.z
    // a dark ground under the hairs, so that no gap shows the wall behind
    const last = s.hairs.length - 1
    ctx.fillStyle = rgb(mixc(cd, cm, 0.25))
    ctx.beginPath()
    for (const q of [s.from[0], s.from[last], s.to[last], s.to[0]]) ctx.lineTo(...q)
    ctx.fill()
    // a soft dark edge separates a bundle from the one below it
    ctx.strokeStyle = rgb(mixc(cd, [0, 0, 0], 0.25), lerp(0.4, 0.5, good))
    ctx.lineWidth = 5
    for (const e of [0, s.hairs.length - 1]) {
      ctx.beginPath()
      ctx.moveTo(...s.from[e])
      ctx.lineTo(...s.to[e])
      ctx.stroke()
    }
    s.hairs.forEach((h, i) => {
      const cyl = Math.cos(cl(h.off * 1.35, -1.5, 1.5)),
        side = h.off
      let b = 0.1 + 0.24 * h.r + 0.36 * cyl * lerp(0.6, 1, good) + 0.16 * depth
      b *= lerp(0.62, 1, cl(depth * 1.3))
      const turn = Math.cos(s.a),
        sp =
          cl(depth) ** 1.6 *
          g(side, -0.18, 0.5) *
          (Math.abs(turn) < 0.98 ? 1 - Math.abs(turn) * 0.75 : 0.25) ** 1 *
          lerp(0.14, 1.5, good) *
          (0.4 + 0.6 * h.r2)
      let c = b < 0.5 ? mixc(cd, cm, b * 2) : mixc(cm, ch, (b - 0.5) * 1.25)
      c = mixc(c, ch, cl(sp * 1.1))
      c = mixc(c, cs, cl((sp - 0.45) * 0.8))
      if (!good) {
        const v = (c[0] + c[1] + c[2]) / 3
        c = mixc(c, [v * 1.1 + 13, v * 1.03 + 10, v + 7], 0.3)
      }
      ctx.strokeStyle = rgb(c, 0.95)
      ctx.lineWidth = h.w
      ctx.beginPath()
      ctx.moveTo(...s.from[i])
      ctx.lineTo(...s.to[i])
      ctx.stroke()
    })
  }
  const endY = top + len,
    tail = 118,
    n = 170
  for (let i = 0; i < n; i++) {
    const u = -1 + 2 * R(),
      r = R(),
      w = 24,
      pts = []
    for (let j = 0; j <= 16; j++) {
      const t = j / 16
      pts.push([
        u *
          (w * 0.55 + w * 0.95 * Math.sin(Math.PI * t ** 0.8 * 0.75)) *
          (1 - lerp(0.3, 0.55, good) * t) +
          lerp(3, 0.5, good) * Math.sin(t * 9 + r * 40) * t +
          (good ? 0 : (r - 0.5) * 26 * t * t),
        endY - 8 + tail * t * (0.72 + 0.28 * (1 - u * u)) * (0.85 + 0.15 * r),
      ])
    }
    stroke(
      ctx,
      pts,
      (t) => {
        const b = 0.2 + 0.3 * R() + 0.25 * (1 - u * u)
        let c = b < 0.5 ? mixc(cd, cm, b * 2) : mixc(cm, ch, (b - 0.5) * 1.25)
        const sp = g(t, 0.4, 0.16) * lerp(0.08, 0.6, good) * (1 - 0.4 * u * u)
        c = mixc(c, ch, sp)
        if (!good) {
          const v = (c[0] + c[1] + c[2]) / 3
          c = mixc(c, [v * 1.1 + 13, v * 1.03 + 10, v + 7], 0.3)
        }
        return rgb(c, 0.9)
      },
      (t) => 1.6 * (1 - 0.6 * t),
    )
  }
  for (let i = 0; i < lerp(130, 10, good); i++) {
    const k = Math.floor(R() * 3),
      t0 = 0.05 + 0.85 * R(),
      [x, y] = centre(k, t0),
      sg = R() < 0.5 ? -1 : 1,
      l = lerp(40, 20, good) * (0.5 + R())
    const rise = 0.1 + 0.25 * R(),
      fall = 0.2 + 0.5 * R(),
      x0 = x + sg * width(t0) * 0.55
    stroke(
      ctx,
      [...Array(9)].map((_, j) => [
        x0 + (sg * l * 0.75 * j) / 8,
        y - l * rise * Math.sin((2.4 * j) / 8) + l * fall * (j / 8) ** 2,
      ]),
      () => rgb(mixc(cd, cm, R()), 0.55),
      (t) => 1.1 * (1 - 0.4 * t),
    )
  }
  const tc = hx(P.cloth),
    gr = ctx.createLinearGradient(-20, 0, 20, 0)
  gr.addColorStop(0, rgb(mixc(tc, [0, 0, 0], 0.3)))
  gr.addColorStop(0.4, rgb(mixc(tc, [255, 255, 255], 0.3)))
  gr.addColorStop(1, rgb(mixc(tc, [0, 0, 0], 0.32)))
  ctx.fillStyle = gr
  ctx.beginPath()
  const bw = 24
  ctx.roundRect(-bw, endY - 22, bw * 2, 24, 8)
  ctx.fill()
  silkTie(ctx, P)
}
