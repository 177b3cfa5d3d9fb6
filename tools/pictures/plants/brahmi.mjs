import { f1, G, leaf, mix, nextId, path, rr, stem } from './drawing.mjs'

export function brahmi() {
  let s = ''
  const br = (pts, n, L, _seed0, flow = []) => {
    const st = stem(pts, 11, 5, '#7E8A4A')
    let q = st.svg,
      top = ''
    for (let i = 0; i < n; i++) {
      const u = 0.06 + (0.92 * i) / (n - 1),
        k = st.at(u)
      const l = L * (1 - 0.35 * u) * rr(0.9, 1.1)
      for (const sg of [-1, 1])
        q += leaf(k.x, k.y, k.t + sg * (1.05 - 0.3 * u) + rr(-0.1, 0.1), l, l * 0.46, {
          shape: 'obov',
          c: mix('#7FA05C', i % 2 ? G : '#94AE6E', rr(0.1, 0.5)),
          veins: 2,
          bend: -sg * 0.12,
          brush: 8,
        })
      if (i % 2 && u < 0.93) {
        q += leaf(k.x, k.y, k.t + rr(-0.3, 0.3), l * 0.7, l * 0.3, {
          shape: 'obov',
          c: '#A3B97C',
          veins: 1,
          brush: 4,
        })
      }
    }
    const e = st.at(0.99)
    for (const d of [-0.5, 0, 0.5])
      q += leaf(e.x, e.y, e.t + d, L * 0.5, L * 0.22, {
        shape: 'obov',
        c: '#A3B97C',
        veins: 1,
        brush: 4,
      })
    for (const [u, a, l] of flow) {
      const k = st.at(u),
        x = k.x + Math.cos(a) * l,
        y = k.y + Math.sin(a) * l
      top +=
        path(
          `M${f1(k.x)} ${f1(k.y)}Q${f1(k.x + Math.cos(a - 0.2) * l * 0.5)} ${f1(k.y + Math.sin(a - 0.2) * l * 0.5)} ${f1(x)} ${f1(y)}`,
          'none',
          { s: '#7E8A4A', w: 5 },
        ) + fl(x, y, 44)
    }
    return q + top
  }
  const fl = (x, y, r) => {
    let q = ''
    for (let i = 0; i < 5; i++) {
      const a = (i / 5) * 6.283 - 1.57 + rr(-0.08, 0.08)
      const id = `f${nextId()}`
      q += `<defs><linearGradient id="${id}" x1="0" y1="0" x2="1" y2="0"><stop offset="0" stop-color="#C9B9D6"/><stop offset=".5" stop-color="#F5F0F6"/><stop offset="1" stop-color="#fff"/></linearGradient></defs><g transform="translate(${f1(x)} ${f1(y)}) rotate(${f1(a * 57.3)})"><path d="M0 0C${r * 0.25} ${-r * 0.5} ${r * 0.9} ${-r * 0.6} ${r} 0C${r * 0.9} ${r * 0.6} ${r * 0.25} ${r * 0.5} 0 0Z" fill="url(#${id})" stroke="#B9A9C4" stroke-width="1.4"/><path d="M${r * 0.15} 0L${r * 0.8} 0" stroke="#B9A4C8" stroke-width="1.6"/></g>`
    }
    for (let i = 0; i < 5; i++) {
      const a = i * 1.2566
      q += `<circle cx="${f1(x + Math.cos(a) * r * 0.18)}" cy="${f1(y + Math.sin(a) * r * 0.18)}" r="${f1(r * 0.09)}" fill="#D6B23F"/>`
    }
    return `${q}<circle cx="${f1(x)}" cy="${f1(y)}" r="${f1(r * 0.11)}" fill="#8E9A45"/>`
  }
  s += br(
    [
      [300, 1090],
      [330, 860],
      [280, 620],
      [330, 330],
    ],
    9,
    150,
    1,
    [
      [0.42, -2.6, 120],
      [0.78, -2.3, 100],
    ],
  )
  s += br(
    [
      [640, 1100],
      [700, 880],
      [690, 620],
      [780, 360],
    ],
    9,
    150,
    2,
    [
      [0.3, -0.25, 120],
      [0.66, -0.5, 115],
    ],
  )
  s += br(
    [
      [470, 1120],
      [480, 820],
      [520, 520],
      [500, 200],
    ],
    11,
    165,
    3,
    [
      [0.58, -2.7, 128],
      [0.86, -0.6, 110],
    ],
  )
  return s
}
