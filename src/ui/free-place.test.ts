import { expect, test } from 'vitest'
import { findFreePlace } from './free-place.ts'

const phone = { width: 360, height: 740 }
const screen = { width: 1440, height: 900 }
const toast = { width: 328, height: 80 }

function box(left: number, top: number, width: number, height: number, weight = 1) {
  return { left, top, right: left + width, bottom: top + height, weight }
}

test.each([
  ['nothing in the way: bottom right', screen, [], { left: 1096, top: 804 }],
  ['a bar at the bottom: above it', phone, [box(0, 660, 360, 80)], { left: 16, top: 580 }],
  [
    'a control at the bottom right: beside it',
    screen,
    [box(1300, 860, 100, 40)],
    { left: 972, top: 804 },
  ],
  [
    'outside the viewport: not in the way',
    phone,
    [box(0, 800, 360, 40), box(0, -90, 360, 80)],
    { left: 16, top: 644 },
  ],
  [
    'the one gap on a phone',
    phone,
    [box(16, 0, 328, 300), box(16, 390, 328, 350)],
    { left: 16, top: 310 },
  ],
])('%s', (_, viewport, obstacles, expected) => {
  expect(findFreePlace(toast, viewport, obstacles)).toMatchObject(expected)
})

test('without a free place it covers least', () => {
  const full = [box(0, 0, 360, 600), box(0, 630, 360, 110)]
  const { top } = findFreePlace(toast, phone, full)
  expect(top).toBeLessThanOrEqual(600)
  expect(top + toast.height).toBeGreaterThanOrEqual(630)
})

test('without a free place it covers a field before the words of a heading', () => {
  const full = [box(0, 0, 360, 330, 10), box(0, 330, 360, 330), box(0, 660, 360, 80, 10)]
  expect(findFreePlace(toast, phone, full).top).toBe(580)
})

test('a box larger than the viewport begins at its top', () => {
  expect(findFreePlace({ width: 400, height: 900 }, phone, [])).toMatchObject({ left: 16, top: 16 })
})
