/*
 * What the hair is drawn with. `good` is 0 (dull, tangled, frayed) or 1 (smooth, with a shine band). It
 * never changes how much hair there is: the same seed draws the same strands, width, length and
 * parting in both.
 */

/** Drawn this much larger than shown. */
export const S = 2
export const lerp = (a, b, t) => a + (b - a) * t
export const cl = (x, a = 0, b = 1) => Math.max(a, Math.min(b, x))
export const hx = (h) => [1, 3, 5].map((i) => parseInt(h.slice(i, i + 2), 16))
export const rgb = (c, a = 1) => `rgba(${c.map((v) => Math.round(cl(v, 0, 255))).join(',')},${a})`
export const mixc = (a, b, t) => a.map((v, i) => lerp(v, b[i], cl(t)))
export const bez = (p, t) => {
  const m = 1 - t
  return [0, 1].map(
    (i) =>
      m * m * m * p[0][i] + 3 * m * m * t * p[1][i] + 3 * m * t * t * p[2][i] + t * t * t * p[3][i],
  )
}
export const g = (x, m, s) => Math.exp(-(((x - m) / s) ** 2))
export const HAIR = {
  black: { d: '#120C0A', m: '#2C1E18', h: '#8C7060', s: '#E9D3BC' },
  brown: { d: '#22120B', m: '#4A2A18', h: '#A8703F', s: '#F6D9AE' },
  auburn: { d: '#2A0F08', m: '#5E2615', h: '#B8623A', s: '#F8CFA6' },
  grey: { d: '#2B2725', m: '#55504B', h: '#A39A90', s: '#F4EEE4' },
}
export const PAL = {
  sage: { bg: '#E4E3D3', arch: '#C6CCB2', cloth: '#7C8A66' },
  clay: { bg: '#F1E3D3', arch: '#E2BFA0', cloth: '#B8795A' },
  sand: { bg: '#F3EADA', arch: '#E3D0AF', cloth: '#C2A068' },
  rose: { bg: '#F3E4DC', arch: '#E3BFB2', cloth: '#A86A5E' },
}
export function stroke(ctx, pts, col, w) {
  ctx.lineCap = 'round'
  for (let i = 1; i < pts.length; i++) {
    ctx.strokeStyle = col(i / (pts.length - 1), pts[i])
    ctx.lineWidth = w(i / (pts.length - 1))
    ctx.beginPath()
    ctx.moveTo(...pts[i - 1])
    ctx.lineTo(...pts[i])
    ctx.stroke()
  }
}
