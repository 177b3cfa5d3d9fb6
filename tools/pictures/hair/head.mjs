import { rng } from '../random.mjs'
import { bez, cl, g, HAIR, hx, lerp, mixc, PAL, rgb } from './drawing.mjs'

const SKIN = { a: '#B98560', b: '#9A6543', c: '#7C4B31', d: '#D3A27E' }
// one head seen from behind. o: {x,y,sc,type,hair,skin,pal,good(0..1),seed,len}
export function head(ctx, o) {
  const R = rng(o.seed),
    H = HAIR[o.hair],
    cd = hx(H.d),
    cm = hx(H.m),
    ch = hx(H.h),
    cs = hx(H.s),
    good = o.good
  const skin = hx(SKIN[o.skin] || SKIN.a),
    P = PAL[o.pal]
  ctx.save()
  ctx.translate(o.x, o.y)
  ctx.scale(o.sc, o.sc)
  // body
  const body = (c, dy, inset) => {
    ctx.fillStyle = c
    ctx.beginPath()
    ctx.moveTo(-46 + inset, 150)
    ctx.lineTo(-46 + inset, 205 + dy)
    ctx.bezierCurveTo(-60, 262 + dy, -190 + inset, 262 + dy, -228 + inset, 330 + dy)
    ctx.bezierCurveTo(-262 + inset, 392 + dy, -268 + inset, 520, -270 + inset, 700)
    ctx.lineTo(270 - inset, 700)
    ctx.bezierCurveTo(268 - inset, 520, 262 - inset, 392 + dy, 228 - inset, 330 + dy)
    ctx.bezierCurveTo(190 - inset, 262 + dy, 60, 262 + dy, 46 - inset, 205 + dy)
    ctx.lineTo(46 - inset, 150)
    ctx.closePath()
    ctx.fill()
  }
  body(rgb(skin), 0, 0)
  // garment with a scooped back
  ctx.fillStyle = P.cloth
  ctx.beginPath()
  ctx.moveTo(-236, 338)
  ctx.bezierCurveTo(-190, 300, -160, 285, -138, 277)
  ctx.bezierCurveTo(-110, 400, 110, 400, 138, 277)
  ctx.bezierCurveTo(160, 285, 190, 300, 236, 338)
  ctx.bezierCurveTo(264, 392, 268, 520, 270, 700)
  ctx.lineTo(-270, 700)
  ctx.bezierCurveTo(-268, 520, -264, 392, -236, 338)
  ctx.fill()
  ctx.strokeStyle = rgb(mixc(hx(P.cloth), [255, 255, 255], 0.28))
  ctx.lineWidth = 3
  ctx.beginPath()
  ctx.moveTo(-140, 284)
  ctx.bezierCurveTo(-112, 408, 112, 408, 140, 284)
  ctx.stroke()
  const curly = o.type === 'curly',
    wavy = o.type === 'wavy'
  const vol = curly ? 1.15 : wavy ? 1.07 : 1.02,
    rx = 118,
    yTip = o.len ?? 430,
    wEnd = 138 * (curly ? 1.22 : wavy ? 1.1 : 1)
  ctx.fillStyle = rgb(skin)
  ctx.beginPath()
  ctx.ellipse(0, 6, rx * 0.95, 146, 0, 0, 7)
  ctx.fill()
  const path = (q, jx = 0, jy = 0) => {
    const u = Math.abs(q),
      s = q < 0 ? -1 : 1
    const y0 = -143 + 150 * (1 - u) ** 1.3
    const bulge = rx * vol
    return [
      [s * 1.2 * (1 - 0.6 * u), y0],
      [s * (u * bulge * 1.22 + 5), y0 + lerp(30, 2, u)],
      [s * u * bulge * lerp(1.2, 1.16, u) + jx * 0.6, lerp(190, 130, u)],
      [s * u ** 0.9 * wEnd + jx, yTip + jy - 66 * u ** 2.2],
    ]
  }
  {
    const edge = 0.84 // the ground under the strands stays inside the outermost locks
    const n = 60,
      cut = 34
    ctx.beginPath()
    for (let i = 0; i <= n; i++) {
      const p = bez(path(-edge, 0, -cut), i / n)
      i ? ctx.lineTo(...p) : ctx.moveTo(...p)
    }
    for (let i = 0; i <= 40; i++) {
      const q = edge * (-1 + i / 20)
      const p = bez(path(q, 0, -cut), 1)
      ctx.lineTo(...p)
    }
    for (let i = n; i >= 0; i--) {
      const p = bez(path(edge, 0, -cut), i / n)
      ctx.lineTo(...p)
    }
    ctx.closePath()
    const gr = ctx.createLinearGradient(0, -140, 0, yTip - cut),
      base = mixc(cd, cm, lerp(0.5, 0.42, good))
    gr.addColorStop(0, rgb(base))
    gr.addColorStop(0.84, rgb(base))
    gr.addColorStop(1, rgb(base, 0))
    ctx.fillStyle = gr
    ctx.fill()
    ctx.fillStyle = rgb(skin, 0.97)
    ctx.beginPath()
    const pw = 2,
      pe = -16
    ctx.moveTo(-pw * 0.35, -145)
    ctx.bezierCurveTo(-pw, -110, -pw, -40, 0, pe)
    ctx.bezierCurveTo(pw, -40, pw, -110, pw * 0.35, -145)
    ctx.fill()
  }
  const nl = Math.round(96 * (curly ? 0.8 : 1)),
    ns = 32
  const locks = []
  const wav = { straight: [2.0, 1.2], wavy: [13, 2.3], curly: [17, 4.6] }[o.type]
  for (let i = 0; i < nl; i++) {
    const q0 = -1 + (2 * (i + 0.5)) / nl + (R() - 0.5) * 0.02
    locks.push({
      q0,
      ph:
        (wavy ? q0 * 3.4 * Math.sign(q0) : curly ? R() * 6.28 : R() * 6) +
        (R() - 0.5) * lerp(1.3, 0.7, good),
      lr: R(),
      z: R() - Math.abs(q0) * 0.25,
      A: wav[0] * (0.8 + 0.4 * R()),
      f: wav[1] * (0.94 + 0.12 * R()),
      sg: q0 < 0 ? -1 : 1,
      len: R() - 0.5,
    })
  }
  locks.sort((a, b) => a.z - b.z)
  const N = o.type === 'straight' ? 30 : wavy ? 48 : 84
  ctx.lineCap = 'round'
  const half = (1 / nl) * (curly ? 2.1 : wavy ? 1.8 : 1.55)
  const draw = (L, off, fly) => {
    const s = { r: R(), r2: R(), r3: R(), r4: R() }
    let last = null
    const w0 = 1.45 * (0.7 + 0.6 * s.r3) * (fly ? 0.6 : 1)
    const tone = L.lr * 0.6 + s.r4 * 0.4
    for (let i = 0; i <= N; i++) {
      const t = i / N,
        conv =
          1 -
          (o.type === 'straight' ? lerp(0.34, 0.22, good) : 0.72) *
            cl((t - 0.45) / 0.55) ** 1.3 *
            (curly ? 0.9 : 1)
      const q = cl(L.q0 + off * half * conv, -1.02, 1.02)
      let [x, y] = bez(
        path(
          q,
          (s.r - 0.5) * lerp(8, 3, good),
          -Math.abs(off) * (o.type === 'straight' ? lerp(16, 8, good) : 26) -
            s.r2 * lerp(20, 10, good) +
            L.len * (o.type === 'straight' ? lerp(18, 10, good) : 26),
        ),
        t,
      )
      const env = cl((t - (curly ? 0.2 : 0.24)) / 0.4)
      const ph = L.ph + off * (curly ? 0.35 : 0.3) + (s.r - 0.5) * lerp(0.9, 0.15, good)
      const A = L.A * env * (curly ? 0.75 + 0.5 * t : 1)
      x += A * Math.sin(6.283 * L.f * t + ph) * (wavy ? L.sg : 1)
      if (curly) y += A * 0.62 * Math.cos(6.283 * L.f * t + ph)
      const fr = lerp(3, 0.35, good) * (fly ? 4 : 1)
      x +=
        fr * (Math.sin(t * 15 + s.r * 40) * 0.55 + Math.sin(t * 31 + s.r2 * 50) * 0.3) * cl(t * 1.6)
      if (fly) {
        x += L.sg * (0.15 + s.r) * lerp(34, 14, good) * t * t * (s.r2 > 0.3 ? 1 : -0.6)
        y -= s.r2 * 20 * t * t
      }
      const pt = [x, y]
      if (last) {
        const qq = cl(x / (rx * 1.3), -1, 1)
        const cyl = Math.cos(cl((off + 0.35) * 1.15, -1.5, 1.5))
        let b =
          0.16 + 0.3 * tone + 0.24 * cyl * lerp(0.6, 1, good) + 0.15 * (1 - qq * qq) - 0.15 * qq
        b *= 1 - 0.36 * g(y, 170, 70) * (0.55 + 0.45 * Math.abs(qq))
        const slope = Math.cos(6.283 * L.f * t + ph)
        const wv = o.type === 'straight' ? 0.5 : cl(0.5 + 0.5 * slope * (wavy ? 1 : 1))
        const band =
          g(y, -64 + 58 * qq * qq + (L.lr - 0.5) * 16, lerp(18, 27, good)) +
          (o.type === 'straight'
            ? 0.52 * g(y, 262 + 34 * qq * qq + (L.lr - 0.5) * 40, 62)
            : 0.62 * env * wv ** 2.2 * (0.6 + 0.4 * g(y, 260, 130)))
        const sp =
          band *
          lerp(0.09, 0.86, good) *
          (0.35 + 0.65 * s.r4) *
          (0.55 + 0.45 * cyl) *
          (1 - 0.35 * (qq + 0.25) ** 2)
        let c = b < 0.5 ? mixc(cd, cm, b * 2) : mixc(cm, ch, (b - 0.5) * 1.25)
        c = mixc(c, ch, cl(sp * 1.15))
        c = mixc(c, cs, cl((sp - 0.42) * 0.85))
        if (good < 0.5) {
          const gr = (c[0] + c[1] + c[2]) / 3
          c = mixc(c, [gr * 1.1 + 13, gr * 1.03 + 10, gr + 7], 0.3)
        }
        ctx.strokeStyle = rgb(c, fly ? 0.5 : 0.92)
        ctx.lineWidth =
          w0 * (1 - 0.74 * cl((t - 0.5) / 0.5) ** 1.3) * (t < 0.06 ? 0.6 + t * 6.6 : 1)
        ctx.beginPath()
        ctx.moveTo(...last)
        ctx.lineTo(...pt)
        ctx.stroke()
      }
      last = pt
    }
  }
  for (const L of locks) {
    const offs = []
    for (let k = 0; k < ns; k++) offs.push((R() + R() - 1) * 1.05)
    offs.sort((a, b) => Math.abs(b) - Math.abs(a))
    for (const f of offs) draw(L, f, false)
  }
  for (const L of locks)
    for (let k = 0; k < 4; k++) if (R() < lerp(0.8, 0.1, good)) draw(L, (R() - 0.5) * 2, true)
  ctx.restore()
}
