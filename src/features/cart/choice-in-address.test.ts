import { expect, test } from 'vitest'
import { choiceIn } from './choice-in-address.ts'

const single = { product: 'zulf-herbal-oil-single', size: '100ml', quantity: '2' }

test('the fields of a product are a choice, priced from the list', () => {
  expect(choiceIn(new URLSearchParams(single))).toMatchObject({
    id: single.product,
    size: '100ml',
    quantity: 2,
    price: 79_900,
  })
})

test('a size is found as a form writes it', () => {
  const address = 'product=zulf-herbal-oil-giftpack&size=2+x+100ml+%2B+gift&quantity=1'
  expect(choiceIn(new URLSearchParams(address))?.size).toBe('2 x 100ml + gift')
})

test('no more is taken than the store takes of one item', () => {
  expect(choiceIn(new URLSearchParams({ ...single, quantity: '999' }))?.quantity).toBe(999)
  expect(choiceIn(new URLSearchParams({ ...single, quantity: '1000' }))).toBeUndefined()
})

test.each([
  { product: 'zulf-herbal-oil-quadruple' },
  { product: '' },
  { product: '__proto__' },
  { size: '100 ml' },
  { size: '' },
  { quantity: '' },
  { quantity: '0' },
  { quantity: '-1' },
  { quantity: '1.5' },
  { quantity: '1e2' },
  { quantity: '0x10' },
  { quantity: ' 2' },
  { quantity: '٢' },
  { quantity: '9'.repeat(400) },
])('what the shop does not sell is no choice: %o', (strange) => {
  expect(choiceIn(new URLSearchParams({ ...single, ...strange }))).toBeUndefined()
})

test('an address without a choice has none', () => {
  expect(choiceIn(new URLSearchParams(''))).toBeUndefined()
  expect(choiceIn(new URLSearchParams('product=zulf-herbal-oil-single'))).toBeUndefined()
})
