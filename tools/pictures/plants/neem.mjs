import { f1, G, G3, leaf, mix, nextId, path, rad, rr, stem } from './drawing.mjs'

export function neem() {
  let s = ''
  const st = stem(
    [
      [215, 1060],
      [390, 800],
      [560, 520],
      [800, 250],
    ],
    14,
    4,
    '#6E7A3E',
  )
  const q = []
  const n = 9
  for (let i = 0; i < n; i++) {
    const u = 0.1 + (0.84 * i) / (n - 1),
      k = st.at(u),
      L = (330 - 130 * u) * (i === 0 ? 0.82 : 1)
    for (const sg of [-1, 1]) {
      q.push(
        leaf(
          k.x,
          k.y,
          k.t + sg * (1.18 - 0.42 * u) + rr(-0.06, 0.06),
          L * rr(0.94, 1.05),
          L * 0.27,
          {
            bend: -sg * 0.55,
            serr: 0.24,
            ns: 13,
            asym: -sg * 0.25,
            c: mix(G, i % 2 ? '#6F8B4E' : G3, rr(0.1, 0.5)),
            veins: 9,
          },
        ),
      )
    }
  }
  const e = st.at(0.995)
  q.push(
    leaf(e.x, e.y, e.t + 0.1, 190, 56, { serr: 0.24, ns: 11, c: '#7C9A58', veins: 8, bend: 0.3 }),
  )
  s += q.join('') + st.svg
  const b = stem(
    [
      [300, 935],
      [430, 985],
      [560, 985],
      [700, 1060],
    ],
    6,
    3,
    '#7E8648',
  )
  s += b.svg
  for (const [t, dx, dy, r] of [
    [0.35, 8, 70, 30],
    [0.55, -12, 92, 33],
    [0.72, 22, 74, 30],
    [0.99, 26, 46, 34],
    [0.86, -6, 100, 28],
  ]) {
    const k = b.at(t),
      id = `n${nextId()}`
    s +=
      path(`M${f1(k.x)} ${f1(k.y)}q${dx * 0.2} ${dy * 0.5} ${dx} ${dy - r}`, 'none', {
        s: '#7E8648',
        w: 4,
      }) +
      `<defs>${rad(id, '#EDE9A0', '#BDBF62', '#85893B')}</defs><ellipse cx="${f1(k.x + dx)}" cy="${f1(k.y + dy + r * 0.2)}" rx="${r * 0.78}" ry="${r * 1.15}" fill="url(#${id})"/><ellipse cx="${f1(k.x + dx - r * 0.25)}" cy="${f1(k.y + dy - r * 0.3)}" rx="${r * 0.14}" ry="${r * 0.28}" fill="#fff" opacity=".5"/>`
  }
  return s
}
