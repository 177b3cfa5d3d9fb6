import { f1, G, G2, G3, leaf, mix, nextId, rad, rr, stem } from './drawing.mjs'

export function bhringraj() {
  let s = ''
  const hd = (x, y, r, tilt = 0.8) => {
    let q = `<g transform="translate(${f1(x)} ${f1(y)}) scale(1 ${tilt})">`
    for (let i = 0; i < 30; i++) {
      const a = (i / 30) * 6.283 + rr(-0.05, 0.05),
        l = r * rr(0.92, 1.06)
      q += `<g transform="rotate(${f1(a * 57.3)})"><path d="M${f1(r * 0.4)} 0C${f1(r * 0.5)} ${f1(-r * 0.09)} ${f1(l * 0.92)} ${f1(-r * 0.1)} ${f1(l)} 0C${f1(l * 0.92)} ${f1(r * 0.1)} ${f1(r * 0.5)} ${f1(r * 0.09)} ${f1(r * 0.4)} 0Z" fill="${i % 3 ? '#FFFDF6' : '#F0EADB'}" stroke="#D8CFB8" stroke-width="1"/></g>`
    }
    const id = `b${nextId()}`
    q += `<defs>${rad(id, '#F2EBC4', '#CFC98A', '#8F9A57')}</defs><circle r="${f1(r * 0.5)}" fill="url(#${id})"/>`
    for (let i = 0; i < 90; i++) {
      const a = i * 2.39996,
        d = Math.sqrt(i / 90) * r * 0.46
      q += `<circle cx="${f1(Math.cos(a) * d)}" cy="${f1(Math.sin(a) * d)}" r="${f1(r * 0.033)}" fill="${i % 4 ? '#FBF7DF' : '#7F8A48'}"/>`
    }
    return `${q}</g>`
  }
  const st = stem(
    [
      [470, 1120],
      [490, 850],
      [520, 560],
      [500, 330],
    ],
    15,
    7,
    '#8A6A52',
  )
  const q = []
  const br = []
  for (const [u, L, w] of [
    [0.1, 300, 82],
    [0.34, 320, 84],
    [0.58, 270, 72],
    [0.8, 200, 54],
  ]) {
    const k = st.at(u)
    for (const sg of [-1, 1])
      q.push(
        leaf(
          k.x,
          k.y,
          -Math.PI / 2 + sg * (1.12 - 0.25 * u) + rr(-0.06, 0.06),
          L * rr(0.95, 1.05),
          w,
          {
            shape: 'lance',
            serr: 0.1,
            ns: 9,
            bend: sg * 0.32,
            c: mix(G, u > 0.5 ? G2 : G3, 0.35),
            veins: 7,
          },
        ),
      )
  }
  for (const [u, a, l, r] of [
    [0.36, -2.25, 270, 64],
    [0.6, -0.95, 280, 70],
    [0.62, -2.35, 190, 48],
    [0.36, -0.62, 300, 58],
  ]) {
    const k = st.at(u),
      x = k.x + Math.cos(a) * l,
      y = k.y + Math.sin(a) * l
    const b = stem(
      [
        [k.x, k.y],
        [k.x + Math.cos(a + 0.12) * l * 0.55, k.y + Math.sin(a + 0.12) * l * 0.55],
        [x, y],
      ],
      8,
      5,
      '#8A6A52',
    )
    const m = b.at(0.55)
    q.push(
      leaf(m.x, m.y, m.t + 0.75, 120, 34, { c: G2, veins: 5, bend: 0.3 }),
      leaf(m.x, m.y, m.t - 0.75, 120, 34, { c: G, veins: 5, bend: -0.3 }),
    )
    br.push(b.svg)
    br.push([x, y, r])
  }
  s += q.join('') + st.svg + br.filter((b) => typeof b === 'string').join('')
  for (const b of br.filter((b) => typeof b !== 'string')) {
    for (let i = 0; i < 7; i++) {
      s += leaf(b[0], b[1] + 8, i * 0.9, b[2] * 0.62, b[2] * 0.3, { c: G2, veins: 1, brush: 2 })
    }
    s += hd(b[0], b[1], b[2], 0.82)
  }
  for (let i = 0; i < 7; i++) s += leaf(500, 338, i * 0.9, 56, 26, { c: G2, veins: 1, brush: 2 })
  s += hd(500, 322, 92, 0.84)
  return s
}
