import { f1, G, G2, leaf, mix, nextId, path, rad, random, rr, smooth, stem } from './drawing.mjs'

export function amla() {
  let s = ''
  const fruit = (x, y, r, rot = 0) => {
    const id = `a${nextId()}`
    let q =
      `<defs>${rad(id, '#F0EFB4', '#C3CC72', '#8A9A45')}</defs><g transform="translate(${x} ${y}) rotate(${rot})">` +
      path(
        smooth(
          [...Array(18)].map((_, i) => {
            const t = (i / 18) * 6.2832
            return [Math.cos(t) * r * (1 + 0.006 * Math.cos(6 * t)), Math.sin(t) * r * 0.95]
          }),
        ),
        `url(#${id})`,
      )
    for (const k of [-0.86, -0.45, 0, 0.45, 0.86])
      q +=
        path(
          `M0 ${f1(-r * 0.9)}C${f1(r * k * 1.25)} ${f1(-r * 0.6)} ${f1(r * k * 1.25)} ${f1(r * 0.55)} 0 ${f1(r * 0.92)}`,
          'none',
          {
            s: '#F7F5CF',
            w: f1(r * 0.022),
            o: 0.65,
          },
        ) +
        path(
          `M${f1(k * 4)} ${f1(-r * 0.9)}C${f1(r * k * 1.25 + r * 0.04)} ${f1(-r * 0.6)} ${f1(r * k * 1.25 + r * 0.04)} ${f1(r * 0.55)} ${f1(k * 4)} ${f1(r * 0.92)}`,
          'none',
          { s: '#7E8F3B', w: f1(r * 0.018), o: 0.4 },
        )
    for (let i = 0; i < 46; i++) {
      const t = rr(0, 6.28),
        d = Math.sqrt(random()) * r * 0.86
      q += `<circle cx="${f1(Math.cos(t) * d)}" cy="${f1(Math.sin(t) * d * 0.94)}" r="${f1(rr(0.8, 1.9))}" fill="#FBF9DA" opacity="${f1(rr(0.25, 0.6))}"/>`
    }
    q += `<ellipse cx="${f1(-r * 0.34)}" cy="${f1(-r * 0.4)}" rx="${f1(r * 0.22)}" ry="${f1(r * 0.13)}" fill="#fff" opacity=".55" transform="rotate(-35 ${f1(-r * 0.34)} ${f1(-r * 0.4)})"/>`
    q += `<ellipse cx="0" cy="${f1(-r * 0.9)}" rx="${f1(r * 0.13)}" ry="${f1(r * 0.06)}" fill="#6C7433"/>`
    return `${q}</g>`
  }
  const st = stem(
    [
      [170, 330],
      [380, 300],
      [620, 350],
      [860, 470],
    ],
    17,
    6,
    '#7A6142',
  )
  const sub = []
  for (const [t, a, L] of [
    [0.12, -1.15, 330],
    [0.3, -0.95, 360],
    [0.5, -0.75, 340],
    [0.7, -0.55, 300],
    [0.22, 1.9, 300],
    [0.42, 1.6, 250],
    [0.66, 1.35, 300],
    [0.86, 0.95, 300],
    [0.98, 0.25, 250],
  ]) {
    const k = st.at(t)
    const b = stem(
      [
        [k.x, k.y],
        [k.x + Math.cos(a) * L * 0.5 + rr(-8, 8), k.y + Math.sin(a) * L * 0.5],
        [k.x + Math.cos(a + 0.16) * L, k.y + Math.sin(a + 0.16) * L],
      ],
      5,
      2,
      '#7F8A4C',
      false,
    )
    let q = b.svg
    const n = Math.round(L / 13)
    for (let i = 2; i <= n; i++) {
      const u = i / n,
        kk = b.at(u * 0.99)
      const l = 48 * (1 - 0.5 * Math.abs(u - 0.45)) * (u > 0.9 ? 0.75 : 1)
      for (const sg of [-1, 1])
        q += leaf(kk.x, kk.y, kk.t + sg * 1.02, l, 13, {
          shape: 'round',
          c: mix(G2, G, random()),
          veins: 0,
          brush: 2,
          bend: -sg * 0.15,
        })
    }
    sub.push(q)
  }
  s += sub.slice(0, 4).join('') + st.svg + sub.slice(4).join('')
  for (const [x, y, r, _ro] of [
    [415, 560, 104, -8],
    [640, 640, 112, 10],
    [505, 800, 120, 4],
    [760, 830, 98, -14],
  ]) {
    s += path(
      `M${x} ${y - r * 0.85}C${x + 10} ${y - r * 1.3} ${x - 30} ${y - r * 1.6} ${x - 26} ${y - r * 2}`,
      'none',
      {
        s: '#7A7A42',
        w: 6,
      },
    )
  }
  for (const [x, y, r, ro] of [
    [415, 560, 104, -8],
    [640, 640, 112, 10],
    [760, 830, 98, -14],
    [505, 800, 120, 4],
  ])
    s += fruit(x, y, r, ro)
  return `<g transform="translate(30 90) scale(.885)">${s}</g>`
}
