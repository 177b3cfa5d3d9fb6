import { f1, G2, G3, leaf, mix, path, rad, random, rr, shadow, stem } from './drawing.mjs'

export function coconut() {
  let s = ''
  const st = stem(
    [
      [930, 180],
      [700, 250],
      [430, 330],
      [150, 560],
    ],
    12,
    4,
    '#7D8145',
  )
  let q = ''
  for (let i = 0; i < 22; i++) {
    const u = 0.04 + (0.94 * i) / 21,
      k = st.at(u)
    for (const sg of [-1, 1]) {
      const L = (300 - 140 * u) * (u < 0.1 ? 0.8 : 1)
      q += leaf(k.x, k.y, k.t + sg * (1.05 - 0.5 * u) + rr(-0.05, 0.05), L, 26, {
        bend: -sg * 0.3,
        c: mix(G3, G2, rr(0.1, 0.8)),
        veins: 0,
        brush: 6,
      })
    }
  }
  s += q + st.svg
  const fib = (cx, cy, rx, ry, n, c) => {
    let q = ''
    for (let i = 0; i < n; i++) {
      const t = rr(0, 6.283),
        d = Math.sqrt(rr(0.02, 1)),
        x = cx + Math.cos(t) * rx * d,
        y = cy + Math.sin(t) * ry * d,
        l = rr(18, 64),
        an = rr(-0.35, 0.35) + Math.atan2(y - cy, x - cx) * 0.15 + 1.2
      q += path(
        `M${f1(x)} ${f1(y)}q${f1(Math.cos(an) * l * 0.5 + rr(-6, 6))} ${f1(Math.sin(an) * l * 0.5)} ${f1(Math.cos(an + 0.2) * l)} ${f1(Math.sin(an + 0.2) * l)}`,
        'none',
        {
          s: random() < 0.45 ? '#B48A5C' : random() < 0.5 ? '#3B2416' : c,
          w: f1(rr(0.9, 2.6)),
          o: f1(rr(0.3, 0.8)),
        },
      )
    }
    return q
  }
  // whole nut
  s +=
    `<defs>${rad('cw', '#A5774A', '#6E4527', '#3A2113')}${rad('cs', '#8D6036', '#5A3720', '#2E1A0F')}${rad('cf', '#FFFFFF', '#FBF6EA', '#E6DBC4', 0.4, 0.35)}${rad('ch', '#CFC2A8', '#EFE8D8', '#FFFDF6', 0.42, 0.34)}<clipPath id="cwc"><ellipse cx="380" cy="660" rx="205" ry="218"/></clipPath></defs>` +
    shadow(400, 880, 230, 50, 0.3) +
    `<ellipse cx="380" cy="660" rx="205" ry="218" fill="url(#cw)"/><g clip-path="url(#cwc)">${fib(380, 640, 205, 218, 620, '#5A3820')}</g>` +
    fib(380, 650, 203, 214, 120, '#5A3820')
  for (const [x, y] of [
    [330, 520],
    [392, 505],
    [362, 560],
  ])
    s += `<ellipse cx="${x}" cy="${y}" rx="21" ry="17" fill="#24130B"/><ellipse cx="${x - 3}" cy="${y - 3}" rx="12" ry="9" fill="#3C2415"/>`
  // half
  s +=
    shadow(640, 1075, 270, 56, 0.35) +
    `<clipPath id="chc"><path d="M390 830C392 1000 510 1075 640 1075C772 1075 888 1000 890 830Z"/></clipPath><path d="M390 830C392 1000 510 1075 640 1075C772 1075 888 1000 890 830Z" fill="url(#cs)"/><g clip-path="url(#chc)">${fib(640, 930, 260, 170, 640, '#6B4528')}</g><ellipse cx="640" cy="830" rx="250" ry="150" fill="#4A2C18"/><ellipse cx="640" cy="830" rx="240" ry="142" fill="#8A5E38"/><ellipse cx="640" cy="831" rx="234" ry="138" fill="url(#cf)"/><ellipse cx="640" cy="842" rx="184" ry="100" fill="url(#ch)"/><path d="M456 842A184 100 0 0 1 824 842C800 790 720 768 640 768C560 768 480 790 456 842Z" fill="#BDAF92" opacity=".55"/><path d="M500 890C560 935 700 938 770 895" fill="none" stroke="#fff" stroke-width="9" stroke-linecap="round" opacity=".9"/>`

  // chunk
  s +=
    shadow(280, 1062, 120, 30, 0.3) +
    path(
      'M170 1010C190 950 300 930 384 985C372 1040 300 1080 236 1066C205 1058 176 1040 170 1010Z',
      '#FDF9EE',
    ) +
    path(
      'M170 1010C176 1040 205 1058 236 1066C300 1080 372 1040 384 985C398 1004 380 1064 318 1086C250 1106 160 1070 170 1010Z',
      '#5A3720',
    ) +
    path('M196 1008C222 972 300 960 352 988', 'none', { s: '#E3D8C0', w: 5, o: 0.8 })
  return s
}
