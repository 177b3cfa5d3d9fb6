import {
  f1,
  frame,
  G3,
  mix,
  nextId,
  path,
  poly,
  rad,
  random,
  rr,
  shadow,
  smooth,
} from './drawing.mjs'

export function aloe() {
  let s = ''
  const blade = (x, y, a, L, w, bend, c) => {
    const n = 60,
      m = frame(x, y, a, L, bend, n)
    const wf = (u) => (w / 2) * (u < 0.06 ? 0.8 + u * 3.3 : 1) * (1 - u) ** 0.62
    const sd = (sg) =>
      m.map((k) => [k.x - Math.sin(k.t) * wf(k.u) * sg, k.y + Math.cos(k.t) * wf(k.u) * sg])
    const A = sd(1),
      B = sd(-1),
      mid = m.map((k) => [
        k.x - Math.sin(k.t) * wf(k.u) * 0.18,
        k.y + Math.cos(k.t) * wf(k.u) * 0.18,
      ])
    const id = `v${nextId()}`
    let q = ''
    for (let i = 3; i < n - 3; i += 3)
      for (const [sg, E] of [
        [1, A],
        [-1, B],
      ]) {
        const k = m[i],
          p = E[i],
          l = w * 0.075 * (1 - 0.6 * k.u) + 3
        q += path(
          `M${f1(p[0] - Math.cos(k.t) * l * 0.6)} ${f1(p[1] - Math.sin(k.t) * l * 0.6)}L${f1(p[0] - Math.sin(k.t) * sg * l + Math.cos(k.t) * l * 0.7)} ${f1(p[1] + Math.cos(k.t) * sg * l + Math.sin(k.t) * l * 0.7)}L${f1(p[0] + Math.cos(k.t) * l * 0.6)} ${f1(p[1] + Math.sin(k.t) * l * 0.6)}Z`,
          mix(c, '#EDE6B8', 0.5),
        )
      }
    q +=
      path(poly([...A, ...[...B].reverse()]), c) +
      path(poly([...mid, ...[...A].reverse()]), mix(c, '#193024', 0.28)) +
      path(
        poly([
          ...B,
          ...m
            .slice()
            .reverse()
            .map((k) => [
              k.x + Math.sin(k.t) * wf(k.u) * 0.55,
              k.y - Math.cos(k.t) * wf(k.u) * 0.55,
            ]),
        ]),
        mix(c, '#EFEFC8', 0.3),
      )
    q += `<clipPath id="${id}"><path d="${poly([...A, ...[...B].reverse()])}"/></clipPath><g clip-path="url(#${id})">`
    for (let i = 0; i < L / 9; i++) {
      const k = m[Math.floor(rr(0.04, 0.8) * n)],
        d = rr(-0.42, 0.42) * w * (1 - k.u)
      q += `<ellipse cx="${f1(k.x - Math.sin(k.t) * d)}" cy="${f1(k.y + Math.cos(k.t) * d)}" rx="${f1(rr(4, 10))}" ry="${f1(rr(1.4, 2.6))}" transform="rotate(${f1(k.t * 57.3)} ${f1(k.x - Math.sin(k.t) * d)} ${f1(k.y + Math.cos(k.t) * d)})" fill="#F0F0D0" opacity="${f1(rr(0.25, 0.6))}"/>`
    }
    for (let i = 0; i < L / 6; i++) {
      const i0 = Math.floor(rr(0.02, 0.6) * n),
        i1 = Math.min(n, i0 + Math.floor(rr(8, 20))),
        d = rr(-0.45, 0.45)
      q += path(
        smooth(
          m
            .slice(i0, i1)
            .filter((_, j) => j % 3 === 0)
            .map((k) => [
              k.x - Math.sin(k.t) * d * wf(k.u) * 2,
              k.y + Math.cos(k.t) * d * wf(k.u) * 2,
            ]),
          false,
        ),
        'none',
        {
          s: random() < 0.5 ? mix(c, '#F4F4D0', 0.45) : mix(c, '#12261B', 0.35),
          w: f1(rr(0.8, 2.4)),
          o: 0.22,
        },
      )
    }
    return `${q}</g>`
  }
  const H = -Math.PI / 2
  for (const b of [
    [470, 960, H - 0.95, 520, 120, -0.5, G3],
    [540, 960, H + 0.98, 540, 122, 0.5, G3],
    [480, 970, H - 0.62, 650, 135, -0.3, '#5E8058'],
    [530, 970, H + 0.62, 640, 135, 0.35, '#54774F'],
    [490, 980, H - 0.26, 760, 140, -0.16, '#6C8E62'],
    [520, 985, H + 0.28, 730, 138, 0.18, '#648659'],
    [450, 990, H - 1.25, 400, 118, -0.55, '#5E8058'],
    [560, 990, H + 1.28, 410, 118, 0.6, '#54774F'],
    [505, 1000, H + 0.02, 700, 148, 0.05, '#7A9A6C'],
    [470, 1005, H - 0.75, 430, 120, -0.5, '#7FA073'],
    [545, 1005, H + 0.72, 420, 120, 0.55, '#759668'],
  ])
    s += blade(...b)
  s = shadow(505, 1010, 300, 46, 0.3) + s // cut slices
  const sl = (x, y, rx, ry, ro) => {
    const id = `z${nextId()}`
    return `<defs>${rad(id, '#FBFCEB', '#E4EDC9', '#C3D6A2')}</defs><g transform="rotate(${ro} ${x} ${y})">${shadow(x, y + ry * 1.1, rx, ry * 0.5, 0.3)}<ellipse cx="${x}" cy="${y + 14}" rx="${rx}" ry="${ry}" fill="#3F5F42"/><ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${ry}" fill="#6C8E5C"/><ellipse cx="${x}" cy="${y}" rx="${rx * 0.93}" ry="${ry * 0.86}" fill="url(#${id})"/><path d="M${x - rx * 0.6} ${y - ry * 0.2}C${x - rx * 0.2} ${y - ry * 0.62} ${x + rx * 0.1} ${y - ry * 0.6} ${x + rx * 0.3} ${y - ry * 0.5}" fill="none" stroke="#fff" stroke-width="6" stroke-linecap="round" opacity=".8"/></g>`
  }
  return (
    '<g transform="translate(52 60) scale(.9)">' +
    s +
    sl(330, 1085, 92, 40, -8) +
    sl(690, 1075, 84, 36, 10) +
    sl(515, 1120, 98, 42, 0) +
    '</g>'
  )
}
