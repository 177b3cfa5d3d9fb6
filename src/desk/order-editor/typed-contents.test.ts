import { expect, test } from 'vitest'
import { fromMinor } from '#kit/money.ts'
import { anOrder } from '#tests/support/order-factories.ts'
import { sizesOfBuild, toLineTexts } from './lines.ts'
import { contentsOf, readContents } from './typed-contents.ts'

const order = anOrder({ advance: 1000 })
const { texts } = contentsOf(order)

test.each([
  ['phone', '123', 'Please enter a valid phone number'],
  ['fullName', '  ', 'This field is required'],
  ['postalCode', 'ab', 'Please enter a valid postal code'],
  ['city', 'x'.repeat(101), 'Please use at most 100 characters'],
  ['landmark', 'x'.repeat(121), 'Please use at most 120 characters'],
  ['secondPhone', '123', 'Please enter a valid phone number'],
  ['advance', 'much', 'Please enter an amount such as 500 or 500.50'],
  ['advance', '-1', 'Please enter an amount such as 500 or 500.50'],
  ['advance', '0.005', 'Please enter an amount such as 500 or 500.50'],
  ['advance', String(fromMinor(order.total) + 1), /^Please enter at most the total, \d+\.\d\d$/],
] as const)(
  'rule 14.26: a correction of %s to %s is refused at its field',
  (field, text, problem) => {
    const read = readContents({ ...texts, [field]: text }, undefined, sizesOfBuild, order)
    expect(read.problems).toEqual({ [field]: expect.stringMatching(problem) })
    expect(read.hasProblems).toBe(true)
  },
)

test.each([
  ['no line is left', ['0', '0'], {}, 'An order has at least one line.'],
  ['a quantity is no number', ['1.5', '1'], { 0: 'Please enter a whole number' }, undefined],
  ['there are too many', ['1', '1000'], { 1: expect.stringContaining('at most 999') }, undefined],
] as const)('rule 14.26: lines are refused where %s', (_, quantities, problems, problem) => {
  const lines = toLineTexts(order.items).map((line, nth) => ({
    ...line,
    quantity: quantities[nth] ?? '',
  }))
  const read = readContents(texts, lines, sizesOfBuild, order)
  expect(read.lines).toMatchObject({ problems, problem })
  expect(read.hasProblems).toBe(true)
})

test('rule 14.26: a product stands in one line, and one that is not sold any more keeps its line only as it is', () => {
  const [line] = toLineTexts(order.items)
  if (!line) throw new Error('The order has no line')
  const twice = readContents(texts, [line, line], sizesOfBuild, order)
  expect(twice.lines.problems).toEqual({ 1: expect.stringContaining('line above') })
  const nothingSold = readContents({ ...texts, city: 'Multan' }, undefined, [], order)
  expect(nothingSold).toMatchObject({ total: order.total, hasProblems: false })
  expect(nothingSold.changes).not.toHaveProperty('items')
  const changed = readContents(texts, [{ ...line, quantity: '9' }], [], order)
  expect(changed.lines.problems).toEqual({ 0: expect.stringContaining('not sold any more') })
})
