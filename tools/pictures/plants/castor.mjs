import {
  f1,
  G,
  G2,
  G3,
  leaf,
  mix,
  nextId,
  path,
  rad,
  random,
  rr,
  shadow,
  stem,
} from './drawing.mjs'

export function castor() {
  let s = ''
  const lobeLeaf = (cx, cy, rot, sz, c) => {
    let q = ''
    const a = [-2.25, -1.55, -0.98, -0.48, 0, 0.48, 0.98, 1.55, 2.25],
      ln = [0.52, 0.66, 0.82, 0.95, 1, 0.95, 0.82, 0.66, 0.52]
    const order = [0, 8, 1, 7, 2, 6, 3, 5, 4]
    for (const i of order) {
      q += leaf(cx, cy, rot + a[i] * 0.92, sz * ln[i], sz * 0.3, {
        shape: 'ovate',
        serr: 0.2,
        ns: 14,
        c: mix(c, i % 2 ? G2 : G3, 0.2),
        veins: 8,
        rib: '#C9A08A',
        light: 0.1,
        dark: 0.2,
      })
    }
    return `${q}<circle cx="${cx}" cy="${cy}" r="${sz * 0.02}" fill="#C9A08A"/>`
  }
  const p = stem(
    [
      [520, 1060],
      [500, 820],
      [420, 620],
      [430, 470],
    ],
    16,
    8,
    '#A4614C',
  )
  s += lobeLeaf(430, 480, -1.75, 360, G) + p.svg
  const p2 = stem(
    [
      [515, 900],
      [600, 800],
      [690, 720],
    ],
    11,
    7,
    '#A4614C',
  )
  s += lobeLeaf(695, 712, -0.55, 270, '#6B8753') + p2.svg
  const cap = (x, y, r) => {
    const id = `k${nextId()}`
    let q = `<defs>${rad(id, '#DB8A70', '#B4523F', '#7A2F2B')}</defs>`
    for (let i = 0; i < 40; i++) {
      const t = (i / 40) * 6.283 + rr(-0.06, 0.06),
        l = r * rr(1.22, 1.42)
      q += path(
        `M${f1(x + Math.cos(t) * r * 0.85)} ${f1(y + Math.sin(t) * r * 0.85)}L${f1(x + Math.cos(t) * l)} ${f1(y + Math.sin(t) * l)}`,
        'none',
        { s: '#B5614E', w: 3.2 },
      )
    }
    q += `<circle cx="${x}" cy="${y}" r="${r}" fill="url(#${id})"/>`
    q += path(
      `M${x} ${y - r}C${x - r * 0.5} ${y - r * 0.3} ${x - r * 0.4} ${y + r * 0.5} ${x} ${y + r}M${x} ${y - r}C${x + r * 0.6} ${y - r * 0.3} ${x + r * 0.5} ${y + r * 0.5} ${x} ${y + r}`,
      'none',
      { s: '#6E2926', w: 3, o: 0.5 },
    )
    for (let i = 0; i < 34; i++) {
      const t = rr(0, 6.28),
        d = Math.sqrt(random()) * r * 0.88,
        X = x + Math.cos(t) * d,
        Y = y + Math.sin(t) * d
      q += path(
        `M${f1(X)} ${f1(Y)}l${f1(Math.cos(t) * r * 0.2 - 1)} ${f1(Math.sin(t) * r * 0.2 - 2)}`,
        'none',
        {
          s: '#E9A58E',
          w: 2.6,
          o: 0.8,
        },
      )
    }
    return q
  }
  const sp = stem(
    [
      [512, 940],
      [420, 850],
      [300, 800],
      [190, 830],
    ],
    9,
    4,
    '#A4614C',
  )
  s += sp.svg
  for (const [x, y, r] of [
    [395, 815, 50],
    [310, 860, 56],
    [300, 752, 46],
    [215, 800, 52],
    [205, 888, 44],
  ])
    s += cap(x, y, r)
  const sd = (x, y, r, ro) => {
    const id = `s${nextId()}`
    let q = `<defs>${rad(id, '#D8C3A0', '#A98A63', '#6E5238')}<clipPath id="${id}c"><ellipse rx="${r * 0.66}" ry="${r}"/></clipPath></defs><g transform="translate(${x} ${y}) rotate(${ro})"><ellipse rx="${r * 0.66}" ry="${r}" fill="url(#${id})"/><g clip-path="url(#${id}c)">`
    for (let i = 0; i < 40; i++) {
      const X = rr(-r * 0.6, r * 0.6),
        Y = rr(-r, r)
      q += path(
        `M${f1(X)} ${f1(Y)}q${f1(rr(-9, 9))} ${f1(rr(6, 14))} ${f1(rr(-7, 7))} ${f1(rr(12, 26))}`,
        'none',
        {
          s: random() < 0.75 ? '#3A2418' : '#EADBBE',
          w: f1(rr(2, 6.5)),
          o: 0.78,
        },
      )
    }
    return (
      q +
      `</g><ellipse cx="${-r * 0.25}" cy="${-r * 0.3}" rx="${r * 0.1}" ry="${r * 0.3}" fill="#fff" opacity=".55"/><ellipse cx="0" cy="${-r * 1.0}" rx="${r * 0.2}" ry="${r * 0.13}" fill="#E8DDC4"/></g>`
    )
  }
  for (const [x, y, r, ro] of [
    [690, 1010, 56, 62],
    [800, 960, 50, -28],
    [790, 1070, 54, 105],
    [650, 1105, 48, 20],
  ])
    s += shadow(x + 4, y + r * 0.62, r * 0.95, r * 0.3, 0.35) + sd(x, y, r, ro)
  return s
}
