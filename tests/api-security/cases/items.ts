/* What is bought. */
import { expect } from 'vitest'
import { anItem } from '#tests/support/order-request.ts'
import { type AttackCase, fact } from '../attack-case.ts'
import { accepted, place, refused, withItem, withText } from './ordering.ts'

const single = 'zulf-herbal-oil-single'

export const items: AttackCase[] = [
  refused(
    'A47 a size on two lines is refused',
    withItems([anItem(), anItem(0, 2)]),
    422,
    'duplicate_line',
    single,
  ),
  ...['gold', '', ' ', `${single} `, single.toUpperCase(), '__proto__', `${single}' or '1'='1`].map(
    (id) =>
      fact(`A48 a product "${id}" is unknown`, async (shop) => {
        const reply = await place(shop, withItem({ id }))
        expect(reply).toMatchObject({ status: 422, body: { ok: false, code: 'item_unknown' } })
      }),
  ),
  refused(
    'A49 the size of another product is unknown',
    withItem({ size: anItem(1).size }),
    422,
    'item_unknown',
    single,
  ),
  ...['', '100ML', '100ml ', '100 ml', '1l'].map((size) =>
    refused(`A49 a size "${size}" is unknown`, withItem({ size }), 422, 'item_unknown', single),
  ),
  fact(
    'A50 a size that is no longer sold is unknown',
    async (shop) => {
      await shop.asAdmin('update private.catalogue_sizes set active = false')
      const reply = await place(shop, (request) => request)
      expect(reply).toMatchObject({ status: 422, body: { code: 'item_unknown' } })
    },
    ['private.catalogue_sizes'],
  ),
  refused('A51 no items are refused', withItems([]), 422, 'items_count'),
  refused('A51 21 items are refused', withItems(Array(21).fill(anItem())), 422, 'items_count'),
  ...[{}, 'oil', null, 5, true, undefined].map((list) =>
    refused(
      `A52 items that are ${JSON.stringify(list)} are refused`,
      withItems(list),
      422,
      'items_invalid',
    ),
  ),
  ...['oil', null, 5, true, [], {}, [anItem()]].map((item) =>
    refused(
      `A52 an item that is ${JSON.stringify(item)} is refused`,
      withItems([item]),
      422,
      'item_invalid',
    ),
  ),
  ...[{ id: 5 }, { id: null }, { id: [single] }, { size: 100 }, { size: null }, { size: {} }].map(
    (change) =>
      refused(
        `A52 an item with ${JSON.stringify(change)} is refused`,
        withItem(change),
        422,
        'item_invalid',
      ),
  ),
  accepted('A53 an extra key of an item is not stored', withItem({ discount: 100 }), (order) =>
    expectOnlyOurKeys(order.items),
  ),
  accepted(
    'A54 name, picture and price of an item are the catalogue’s, whatever it says',
    withItem({ name: '<b>Gold</b>', image: 'https://evil.example/x.png', unit_price: 1, total: 1 }),
    (order) => {
      expectOnlyOurKeys(order.items)
      expect(order.items[0]).toMatchObject({ name: 'Zulf Herbal Hair Oil', price: 799 })
      expect(order.items[0]?.['image']).toMatch(/^\/thumbnails\//)
    },
  ),
  accepted(
    'A54 a __proto__ of an item is one more key',
    (request) =>
      withText(request, '{"id":"zulf', '{"__proto__":{"price":1},"constructor":1,"id":"zulf'),
    (order) => expectOnlyOurKeys(order.items),
  ),
  refused(
    'A54 of a key that comes twice the last counts, and is judged',
    (request) => withText(request, '"price":799', '"price":799,"price":1'),
    422,
    'price_changed',
    single,
  ),
  fact('A55 a row that bypasses the function is priced all the same', async (shop) => {
    const insert = `
      insert into public.orders (id, items, total, shipping_address, payment_method, estimated_delivery)
      select 'PASTRULE', jsonb_set(items, '{0,price}', '1'), 1, shipping_address, payment_method, date
      from public.orders limit 1`
    await expect(shop.asAdmin(insert)).rejects.toMatchObject({ message: 'price_changed' })
  }),
]

function withItems(list: unknown) {
  return (request: object) => ({ ...request, items: list })
}

function expectOnlyOurKeys(stored: object[]): void {
  for (const item of stored) {
    expect(Object.keys(item).sort()).toEqual(['id', 'image', 'name', 'price', 'quantity', 'size'])
  }
}
