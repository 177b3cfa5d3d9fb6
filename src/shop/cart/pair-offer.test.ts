import { expect, test } from 'vitest'
import { formatMoney } from '#kit/money.ts'
import { priceList, sellingPrice } from '#product/price-list.ts'
import { type ChosenLine, priceCart } from './cart.ts'
import { pairOffer, withPair } from './pair-offer.ts'

const found = priceList
  .flatMap(({ id, sizes }) => sizes.map((size) => ({ id, ...size })))
  .find(({ sameAs }) => sameAs)
if (!found?.sameAs) throw new Error('The price list has no size that is several units of another')
const { sameAs } = found
const single = priceList.find(({ id }) => id === sameAs.id)?.sizes.find(isOfPair)
if (!single) throw new Error('The price list has no such single')

function isOfPair({ label }: { label: string }): boolean {
  return label === sameAs.size
}

const { quantity: two } = sameAs
const unit = { id: sameAs.id, size: sameAs.size, price: sellingPrice(single) }
const saved = two * unit.price - sellingPrice(found)

/** `[id, quantity]` of each line. */
function afterSwap(...choices: ChosenLine[]): [string, number][] {
  return withPair(priceCart(choices), unit).items.map(({ id, quantity }) => [id, quantity])
}

test('rule 2.33: units that are sold together for less are offered so, a rest excepted', () => {
  expect(pairOffer({ ...unit, quantity: two - 1 })).toBeUndefined()
  for (const [quantity, pairs] of [
    [two, 1],
    [two + 1, 1],
    [2 * two, 2],
  ] as const) {
    expect(pairOffer({ ...unit, quantity })).toEqual({
      sentence: `${sameAs.says} for ${formatMoney(sellingPrice(found))}.`,
      label: `Swap ${pairs * two} and save ${formatMoney(pairs * saved)}`,
      pair: { id: found.id, size: found.label, quantity: pairs },
      units: pairs * two,
    })
  }
})

test('rule 2.33: nothing is offered that is not cheaper', () => {
  const price = sellingPrice(found) / two
  expect(pairOffer({ ...unit, price, quantity: two })).toBeUndefined()
  expect(pairOffer({ ...unit, size: 'another', quantity: two })).toBeUndefined()
})

test('rule 2.34: a swap puts the pair in place of its units, and adds to a pair that is there', () => {
  const pair = { id: found.id, size: found.label, quantity: 1 }
  expect(afterSwap({ ...unit, quantity: two })).toEqual([[found.id, 1]])
  expect(afterSwap({ ...unit, quantity: two + 1 })).toEqual([
    [unit.id, 1],
    [found.id, 1],
  ])
  expect(afterSwap(pair, { ...unit, quantity: two })).toEqual([[found.id, 2]])
  expect(afterSwap({ ...unit, quantity: two - 1 })).toEqual([[unit.id, two - 1]])
})
