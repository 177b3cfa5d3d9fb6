/* A saved cart after the shop has taken some of it off sale. */
import { afterAll, expect, test, vi } from 'vitest'

const sizes = [{ label: '100ml', price: 10 }]
vi.resetModules()
vi.doMock('#content/price-list.json', () => ({
  default: [
    { id: 'oil', name: 'Oil', sizes },
    {
      id: 'soap',
      name: 'Soap',
      sizes: [
        { label: '1', price: 5 },
        { label: '3', price: 12, onSale: false },
      ],
    },
    { id: 'comb', name: 'Comb', onSale: false, sizes: [{ label: 'wood', price: 7 }] },
  ],
}))
const { deviceStorage } = await import('#kit/storage/device-storage.ts')
const { CART_KEY } = await import('./stored-cart.ts')
const { priceList } = await import('#product/price-list.ts')
const { $toasts } = await import('#kit/toast/toast.store.ts')

const shown = () => $toasts.get().map(({ description }) => description)

afterAll(() => {
  vi.doUnmock('#content/price-list.json')
  vi.resetModules()
})

test('rule 1.26: only what is on sale is listed', () => {
  expect(priceList.map(({ id, sizes }) => [id, sizes.length])).toEqual([
    ['oil', 1],
    ['soap', 1],
  ])
})

test('rule 2.5: a line that is off sale, or not known any more, leaves the cart with a sentence', async () => {
  const items = [
    { id: 'oil', size: '100ml', quantity: 1 },
    { id: 'soap', size: '3', quantity: 1 },
    { id: 'comb', size: 'wood', quantity: 2 },
    { id: 'hair-oil', size: '1', quantity: 1 },
    { id: 'junk'.repeat(30), size: '1', quantity: 1 },
  ]
  deviceStorage.set(CART_KEY, JSON.stringify({ version: 1, items }))
  const { $cart } = await import('./cart.store.ts')
  const { dropOffSale } = await import('./change-cart.store.ts')
  expect(shown()).toEqual([])
  dropOffSale()
  expect(shown()).toEqual([
    'Soap (3) left your cart: it is not sold now.',
    'Comb (wood) left your cart: it is not sold now.',
    'hair oil (1) left your cart: it is not sold now.',
  ])
  expect($cart.get().items.map(({ id }) => id)).toEqual(['oil'])
  // Said once: the saved cart has no such line any more.
  dropOffSale(() => expect.unreachable())
})

test('rule 2.5: a size that the list does not know is named as well', async () => {
  const { offSaleToasts } = await import('./off-sale.ts')
  const choices = [
    { id: 'oil', size: '50ml', quantity: 1 },
    { id: 'oil', size: '100ml', quantity: 1 },
  ]
  expect(offSaleToasts(choices).map(({ description }) => description)).toEqual([
    'Oil (50ml) left your cart: it is not sold now.',
  ])
})
