// Blog covers, 1200 x 675: an arcade of three arches. One holds the whole plant, two look closer.
import fs from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { isMain, OUT, rasterize } from './common.mjs'
import { mix, seed } from './plants/drawing.mjs'
import { META, plants } from './plates.mjs'

const WIDTH = 1200
const HEIGHT = 675
/** The plates are drawn on 1000 x 1250; here one stands full height. */
const PLATE = HEIGHT / 1250
const PLATE_WIDTH = 1000 * PLATE
const SIDE_WIDTH = (WIDTH - PLATE_WIDTH) / 2

/**
 * The article's number, its plant, the place of the whole plant in the arcade (0 to 2) and what the
 * two other arches look at: a point of the plate and how much it is enlarged.
 */
export const COVERS = [
  {
    id: 1,
    plant: 'coconut',
    place: 2,
    details: [
      [640, 800, 0.62],
      [560, 250, 0.74],
    ],
  },
  {
    id: 2,
    plant: 'aloe',
    place: 0,
    details: [
      [505, 1010, 0.92],
      [520, 560, 0.72],
    ],
  },
  {
    id: 3,
    plant: 'castor',
    place: 1,
    details: [
      [300, 800, 1.02],
      [750, 1010, 1.02],
    ],
  },
  {
    id: 4,
    plant: 'bhringraj',
    place: 0,
    details: [
      [500, 350, 0.98],
      [330, 820, 0.7],
    ],
  },
  {
    id: 5,
    plant: 'brahmi',
    place: 2,
    details: [
      [215, 560, 1.02],
      [640, 800, 0.84],
    ],
  },
  {
    id: 6,
    plant: 'neem',
    place: 1,
    details: [
      [560, 560, 0.8],
      [545, 1020, 0.92],
    ],
  },
  {
    id: 8,
    plant: 'amla',
    place: 0,
    details: [
      [470, 690, 0.86],
      [640, 330, 0.7],
    ],
  },
]

export function cover({ plant, place, details }) {
  seed(7)
  const [, ground, arch] = META[plant]
  const drawing = plants[plant]()
  const frame = (left, width, content) => ({ left, width, content })
  const frames = []
  let left = 0
  let next = 0
  for (let i = 0; i < 3; i++) {
    const whole = i === place
    const width = whole ? PLATE_WIDTH : SIDE_WIDTH
    frames.push(frame(left, width, whole ? undefined : details[next++]))
    left += width
  }
  const closer = frames.filter((f) => f.content).map((f, i) => detail(f, i, arch))
  const whole = frames.find((f) => !f.content)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}">
    <defs>
      <radialGradient id="sh"><stop offset="0" stop-color="#2A2416"/><stop offset=".6" stop-color="#2A2416" stop-opacity=".55"/><stop offset="1" stop-color="#2A2416" stop-opacity="0"/></radialGradient>
      <g id="plant">${drawing}</g>
    </defs>
    <rect width="${WIDTH}" height="${HEIGHT}" fill="${mix(ground, '#FBF6EC', 0.5)}"/>
    ${closer.join('')}
    <path d="${archPath(whole.left + 70, whole.width - 140, 70)}" fill="${arch}" opacity=".62"/>
    <use href="#plant" transform="translate(${whole.left} 0) scale(${PLATE})"/>
  </svg>`
}

/** An arch whose plant is cut by its frame, on a paler ground than the whole one's. */
function detail({ left, width, content: [x, y, scale] }, index, arch) {
  const path = archPath(left + 24, width - 48, 138)
  const centre = left + width / 2
  return `<clipPath id="c${index}"><path d="${path}"/></clipPath>
    <path d="${path}" fill="${arch}" opacity=".38"/>
    <g clip-path="url(#c${index})"><use href="#plant" transform="translate(${centre - x * scale} ${410 - y * scale}) scale(${scale})"/></g>
    <path d="${path}" fill="none" stroke="${arch}" stroke-width="2"/>`
}

function archPath(left, width, top) {
  const r = width / 2
  return `M${left} ${HEIGHT + 4}V${top + r}A${r} ${r} 0 0 1 ${left + width} ${top + r}V${HEIGHT + 4}Z`
}

if (isMain(import.meta.url)) {
  const folder = join(OUT, 'blog')
  fs.mkdirSync(folder, { recursive: true })
  for (const one of COVERS) {
    await sharp(rasterize(cover(one), WIDTH))
      .png()
      .toFile(join(folder, `${one.id}.png`))
  }
}
