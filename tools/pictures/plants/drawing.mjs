// What the plates are drawn with: outlines, leaves, stems, shades.
import { rng } from '../random.mjs'

let R = rng(1)
let uid = 0
/** Begins a plate: the same number draws the same plate. */
export function seed(number) {
  R = rng(number)
  uid = 0
}
export const random = () => R()
export const nextId = () => uid++
export const rr = (a, b) => a + (b - a) * R()
export const f1 = (v) => v.toFixed(1)
export const hx = (h) => [1, 3, 5].map((i) => parseInt(h.slice(i, i + 2), 16))
export const mix = (a, b, t) => {
  a = hx(a)
  b = hx(b)
  return (
    '#' +
    a
      .map((v, i) =>
        Math.round(v + (b[i] - v) * t)
          .toString(16)
          .padStart(2, '0'),
      )
      .join('')
  )
}
export const poly = (p, close = true) =>
  `M${p.map((q) => `${f1(q[0])} ${f1(q[1])}`).join('L')}${close ? 'Z' : ''}`
export const smooth = (p, close = true) => {
  const n = p.length
  let d = `M${f1(p[0][0])} ${f1(p[0][1])}`
  for (let i = 0; i < (close ? n : n - 1); i++) {
    const g = (k) => (close ? p[(k + n) % n] : p[Math.max(0, Math.min(n - 1, k))])
    const a = g(i - 1),
      b = g(i),
      c = g(i + 1),
      e = g(i + 2)
    d += `C${f1(b[0] + (c[0] - a[0]) / 6)} ${f1(b[1] + (c[1] - a[1]) / 6)} ${f1(c[0] - (e[0] - b[0]) / 6)} ${f1(c[1] - (e[1] - b[1]) / 6)} ${f1(c[0])} ${f1(c[1])}`
  }
  return d + (close ? 'Z' : '')
}
export const path = (d, fill = 'none', o = {}) =>
  `<path d="${d}" fill="${fill}"${o.s ? ` stroke="${o.s}" stroke-width="${o.w || 2}" stroke-linecap="round" stroke-linejoin="round"` : ''}${o.o != null ? ` opacity="${o.o}"` : ''}${o.x || ''}/>`
// midrib frame: base, angle, length, bend (total turning in radians)
export const frame = (x, y, a, L, bend, n = 40) => {
  const m = []
  let px = x,
    py = y
  for (let i = 0; i <= n; i++) {
    const u = i / n,
      t = a + bend * u * u * 0.9
    m.push({ x: px, y: py, t, u })
    px += (Math.cos(t) * L) / n
    py += (Math.sin(t) * L) / n
  }
  return m
}
export const W = {
  lance: (u) => Math.sin(Math.PI * u ** 0.72) ** 0.9 * (1 - 0.25 * u * u),
  ovate: (u) => Math.sin(Math.PI * u ** 0.58) ** 0.85,
  obov: (u) => Math.sin(Math.PI * u ** 1.75) ** 0.75 * (u < 0.35 ? 0.35 + u * 1.86 : 1),
  round: (u) => Math.sin(Math.PI * u ** 0.85) ** 0.62,
}
export function leaf(x, y, a, L, wd, o = {}) {
  const {
    bend = 0,
    shape = 'lance',
    serr = 0,
    ns = 12,
    c = '#5F7B4C',
    veins = 7,
    asym = 0,
    dark = 0.26,
    light = 0.16,
    rib = null,
  } = o
  const n = serr ? ns * 6 : 44,
    m = frame(x, y, a, L, bend, n)
  const side = (sg) =>
    m.map((k) => {
      let w = (wd / 2) * W[shape](k.u) * (1 + asym * sg * (0.5 - k.u * 0.4))
      if (serr) w *= 1 + serr * (((k.u * ns) % 1) - 0.45) * (k.u > 0.04 && k.u < 0.97 ? 1 : 0)
      return [k.x - Math.sin(k.t) * w * sg, k.y + Math.cos(k.t) * w * sg]
    })
  const mid = m.map((k) => [k.x, k.y]),
    A = side(1),
    B = side(-1)
  const _up = Math.sin(a + bend * 0.4)
  const la = Math.cos(a) > 0 ? -1 : 1 // the half that faces the light (upper left)
  const cL = mix(c, '#F1EBCB', light),
    cD = mix(c, '#1C2E22', dark)
  const id = `l${uid++}`
  let s =
    `<g>` +
    path(poly([...mid, ...[...A].reverse()]), la > 0 ? cL : cD) +
    path(poly([...mid, ...[...B].reverse()]), la > 0 ? cD : cL)
  s += `<clipPath id="${id}"><path d="${poly([...A, ...[...B].reverse()])}"/></clipPath><g clip-path="url(#${id})">`
  // dry-brush strokes along the veins
  const nb = o.brush ?? Math.round(L / 7)
  for (let i = 0; i < nb; i++) {
    const k = m[Math.floor(rr(0.03, 0.93) * n)],
      sg = R() < 0.5 ? -1 : 1,
      an = k.t + sg * rr(0.55, 0.75),
      l = wd * rr(0.2, 0.55),
      d0 = wd * rr(0, 0.16)
    const sx = k.x + Math.cos(k.t + sg * 1.5708) * d0,
      sy = k.y + Math.sin(k.t + sg * 1.5708) * d0
    s += path(
      `M${f1(sx)} ${f1(sy)}q${f1(Math.cos(an) * l * 0.5)} ${f1(Math.sin(an) * l * 0.5)} ${f1(Math.cos(an - sg * 0.15) * l)} ${f1(Math.sin(an - sg * 0.15) * l)}`,
      'none',
      {
        s: R() < 0.5 ? mix(c, '#F6F0CF', 0.4) : mix(c, '#14241A', 0.35),
        w: f1(rr(0.8, 2.6)),
        o: (f1(rr(0.1, 0.28) * 10) / 10) * 1,
      },
    )
  }
  const vc = rib || mix(c, '#F4EFD2', 0.55)
  for (let i = 1; i <= veins; i++) {
    const u = i / (veins + 1.2),
      k = m[Math.round(u * n)]
    for (const sg of [-1, 1]) {
      const l = wd * 0.62 * W[shape](Math.min(1, u + 0.08)),
        an = k.t + sg * (0.95 - 0.25 * u)
      s += path(
        `M${f1(k.x)} ${f1(k.y)}q${f1(Math.cos(an) * l * 0.55)} ${f1(Math.sin(an) * l * 0.55)} ${f1(Math.cos(an - sg * 0.22) * l)} ${f1(Math.sin(an - sg * 0.22) * l)}`,
        'none',
        { s: vc, w: f1(Math.max(0.7, wd * 0.014)), o: 0.55 },
      )
    }
  }
  s += '</g>' // tapered rib
  const r0 = Math.max(1.1, wd * 0.028)
  s += path(
    poly([
      ...m.map((k) => [
        k.x - Math.sin(k.t) * r0 * (1 - k.u * 0.95),
        k.y + Math.cos(k.t) * r0 * (1 - k.u * 0.95),
      ]),
      ...[...m]
        .reverse()
        .map((k) => [
          k.x + Math.sin(k.t) * r0 * (1 - k.u * 0.95),
          k.y - Math.cos(k.t) * r0 * (1 - k.u * 0.95),
        ]),
    ]),
    vc,
    { o: 0.9 },
  )
  return `${s}</g>`
}
export function stem(pts, w0, w1, c, hl = true) {
  const n = 60,
    sp = []
  const point = (t) => {
    const k = Math.min(pts.length - 2, Math.floor(t * (pts.length - 1))),
      f = t * (pts.length - 1) - k,
      g = (i) => pts[Math.max(0, Math.min(pts.length - 1, i))],
      a = g(k - 1),
      b = g(k),
      d = g(k + 1),
      e = g(k + 2)
    return [0, 1].map(
      (i) =>
        0.5 *
        (2 * b[i] +
          (-a[i] + d[i]) * f +
          (2 * a[i] - 5 * b[i] + 4 * d[i] - e[i]) * f * f +
          (-a[i] + 3 * b[i] - 3 * d[i] + e[i]) * f * f * f),
    )
  }
  for (let i = 0; i <= n; i++) sp.push(point(i / n))
  const at = (t) => {
    const p = point(t),
      q = point(Math.min(1, t + 0.01)),
      o = point(Math.max(0, t - 0.01))
    return { x: p[0], y: p[1], t: Math.atan2(q[1] - o[1], q[0] - o[0]) }
  }
  const L = [],
    Rr = []
  for (let i = 0; i <= n; i++) {
    const k = at(i / n),
      w = (w0 + ((w1 - w0) * i) / n) / 2
    L.push([k.x - Math.sin(k.t) * w, k.y + Math.cos(k.t) * w])
    Rr.push([k.x + Math.sin(k.t) * w, k.y - Math.cos(k.t) * w])
  }
  return {
    svg:
      path(poly([...L, ...Rr.reverse()]), c) +
      (hl
        ? path(
            poly(
              sp.map((p, _i) => [p[0] - w0 * 0.12, p[1] - w0 * 0.1]),
              false,
            ),
            'none',
            { s: mix(c, '#F4EFD2', 0.45), w: Math.max(1, w1 * 0.25), o: 0.6 },
          )
        : ''),
    at,
  }
}
export const rad = (id, c0, c1, c2, fx = 0.36, fy = 0.3) =>
  `<radialGradient id="${id}" cx="${fx}" cy="${fy}" r=".82"><stop offset="0" stop-color="${c0}"/><stop offset=".5" stop-color="${c1}"/><stop offset="1" stop-color="${c2}"/></radialGradient>`
export const shadow = (x, y, rx, ry, o = 0.16) =>
  `<ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${ry}" fill="url(#sh)" opacity="${o}"/>`
export const G = '#5B7A4A',
  G2 = '#7C9460',
  G3 = '#3F5F42'
