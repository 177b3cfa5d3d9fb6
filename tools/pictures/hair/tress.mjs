import { rng } from '../random.mjs'
import { cl, g, HAIR, hx, lerp, mixc, rgb, stroke } from './drawing.mjs'

/** A tress that hangs from a wooden comb: straight, wavy or curly, loose and even at its ends. */
export function tress(ctx, o, good) {
  const R = rng(o.seed)
  const H = HAIR[o.hair]
  const [cd, cm, ch, cs] = [hx(H.d), hx(H.m), hx(H.h), hx(H.s)]
  const [A, f] = { straight: [3, 0.9], wavy: [17, 2.1], curly: [19, 4.4] }[o.type]
  const curly = o.type === 'curly'
  const nl = curly ? 44 : 34
  const ns = curly ? 30 : 40
  const Ls = []
  for (let i = 0; i < nl; i++)
    Ls.push({
      q: -1 + (2 * (i + 0.5)) / nl + (R() - 0.5) * 0.05,
      lr: R(),
      z: R(),
      len: R() - 0.5,
      f: f * (0.95 + 0.1 * R()),
      ph: (curly ? R() * 6.28 : 0) + (R() - 0.5) * lerp(1.3, 0.5, good),
    })
  Ls.sort((a, b) => a.z - b.z)
  const N = curly ? 96 : 64
  const line = (q, off, r, r2, L, loose = 0) => {
    const pts = []
    const len = 640 - q * q * 34 - r2 * lerp(34, 12, good) + L.len * (curly ? 40 : lerp(26, 14, good))
    for (let i = 0; i <= N; i++) {
      const t = i / N
      const gather = 1 - 0.72 * cl((t - 0.55) / 0.45) ** 1.5 * (curly ? 0.6 : lerp(0.35, 0.7, good))
      const wid = lerp(112, curly ? 176 : 150, cl(t / 0.7) ** 0.8) * (1 - 0.13 * cl((t - 0.7) / 0.3))
      const env = cl(t / 0.32)
      let x = q * wid + off * (curly ? 17 : 13) * gather + A * env * Math.sin(6.283 * L.f * t + L.ph + (curly ? 0 : q * 0.9))
      let y = -262 + len * t
      if (curly) y += A * 0.55 * env * Math.cos(6.283 * L.f * t + L.ph)
      const fr = lerp(4.2, 0.35, good) * cl(t * 1.5)
      x += fr * Math.sin(t * 15 + r * 40) + fr * 0.6 * Math.sin(t * 33 + r2 * 50)
      if (!good && t > 0.82 && r > 0.5) x += (r2 - 0.5) * 120 * (t - 0.82) ** 1.2
      if (loose) {
        x += loose * (14 + 46 * r) * t * t
        y -= r2 * 26 * t * t
      }
      pts.push([x, y])
    }
    return pts
  }
  const col = (L, off, r4, q, alpha = 0.92) => (t) => {
    const cyl = Math.cos(cl((off + 0.3) * 1.2, -1.5, 1.5))
    let b = 0.17 + 0.3 * (L.lr * 0.6 + r4 * 0.4) + 0.25 * cyl * lerp(0.55, 1, good) + 0.15 * (1 - q * q) - 0.13 * q
    const sl = 0.5 + 0.5 * Math.cos(6.283 * L.f * t + L.ph + q * 0.9)
    const band =
      g(t, 0.23 + q * q * 0.05 + (L.lr - 0.5) * 0.03, 0.06) +
      0.75 * g(t, 0.58 + q * q * 0.05 + (L.lr - 0.5) * 0.05, 0.1) * (o.type === 'straight' ? 0.75 : 1) +
      (o.type === 'straight' ? 0 : 0.6 * sl ** 2.2 * cl(t * 2))
    const sp = band * lerp(0.09, 0.88, good) * (0.35 + 0.65 * r4) * (0.5 + 0.5 * cyl) * (1 - 0.35 * (q + 0.3) ** 2)
    b *= lerp(0.5, 1, cl(t / 0.12))
    let c = b < 0.5 ? mixc(cd, cm, b * 2) : mixc(cm, ch, (b - 0.5) * 1.25)
    c = mixc(c, ch, cl(sp * 1.15))
    c = mixc(c, cs, cl((sp - 0.42) * 0.85))
    if (!good) {
      const gg = (c[0] + c[1] + c[2]) / 3
      c = mixc(c, [gg * 1.1 + 13, gg * 1.03 + 10, gg + 7], 0.3)
    }
    return rgb(c, alpha)
  }
  const thin = (w) => (t) => w * (1 - 0.72 * cl((t - 0.6) / 0.4))
  for (const L of Ls)
    for (let k = 0; k < ns; k++) {
      const off = R() + R() - 1
      const [r, r2, r4, w] = [R(), R(), R(), 1.6 * (0.7 + 0.6 * R())]
      stroke(ctx, line(L.q, off, r, r2, L), col(L, off, r4, L.q), thin(w))
    }
  // As many strands in both: what stands off in one lies in the other.
  for (let i = 0; i < 70; i++) {
    const L = Ls[i % nl]
    const [r, r2, r4] = [R(), R(), R()]
    const loose = good ? 0 : Math.sign(L.q || 1) * (r4 > 0.3 ? 1 : -0.7)
    stroke(ctx, line(L.q, r - 0.5, r, r2, L, loose), col(L, 0, r4, L.q, good ? 0.9 : 0.55), thin(1))
  }
  comb(ctx)
}

/** Of pear wood, as in the gift pack. */
function comb(ctx) {
  const wood = ctx.createLinearGradient(0, -322, 0, -232)
  wood.addColorStop(0, '#D6A56E')
  wood.addColorStop(0.5, '#BE8850')
  wood.addColorStop(1, '#9C6A39')
  ctx.fillStyle = wood
  ctx.beginPath()
  ctx.moveTo(-152, -262)
  ctx.bezierCurveTo(-150, -300, -96, -326, 0, -326)
  ctx.bezierCurveTo(96, -326, 150, -300, 152, -262)
  ctx.bezierCurveTo(152, -250, 144, -246, 134, -246)
  ctx.lineTo(-134, -246)
  ctx.bezierCurveTo(-144, -246, -152, -250, -152, -262)
  ctx.fill()
  ctx.lineCap = 'round'
  for (let i = 0; i <= 20; i++) {
    const x = -126 + i * 12.6
    const tooth = ctx.createLinearGradient(0, -250, 0, -206)
    tooth.addColorStop(0, '#A87440')
    tooth.addColorStop(1, '#8A5B2E')
    ctx.strokeStyle = tooth
    ctx.lineWidth = 5
    ctx.beginPath()
    ctx.moveTo(x, -250)
    ctx.lineTo(x, i === 0 || i === 20 ? -196 : -206)
    ctx.stroke()
  }
  ctx.strokeStyle = 'rgba(255,236,208,0.5)'
  ctx.lineWidth = 2.5
  ctx.beginPath()
  ctx.moveTo(-132, -276)
  ctx.bezierCurveTo(-118, -300, -70, -314, 0, -314)
  ctx.stroke()
}
