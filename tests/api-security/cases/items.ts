/* Items, quantities, prices and totals of an order. */
import { expect } from 'vitest'
import { anItem } from '#tests/support/order-factories.ts'
import { type AttackCase, attack, attacks, enforcedBy } from '../attack-case.ts'
import { expectError } from '../expectations.ts'
import {
  acceptedOrder,
  type Change,
  PRICE,
  place,
  refusedOrders,
  type SavedOrder,
  withField,
  withItem,
  withText,
} from '../place-order.ts'

const { id, size } = anItem()

/** Literals that JSON.stringify() cannot write. */
const totalAs = (literal: string) => withText(`"total":${PRICE}`, `"total":${literal}`)
const quantityAs = (literal: string) => withText('"quantity":1', `"quantity":${literal}`)

const quantity = (value: unknown) => withItem({ quantity: value })
const price = (value: unknown) => withItem({ price: value })

const NOT_JSON = [
  'NaN',
  'Infinity',
  '-Infinity',
  '0x10',
  '01',
  '+1',
  '1_000',
  '1.',
  '.5',
  "'1'",
  '1e',
]

export const itemCases: AttackCase[] = [
  ...refusedOrders(
    'A32 a wrong price is refused',
    [PRICE - 0.01, PRICE + 0.004, 0, -PRICE, 1e9],
    price,
    422,
    'price_changed',
    id,
  ),
  ...refusedOrders(
    'A33 A34 a wrong total is refused',
    [1, PRICE - 0.01, PRICE + 0.01, PRICE + 0.0000001, 0, 1e9],
    withField('total'),
    422,
    'total_mismatch',
  ),
  ...refusedOrders(
    'A35 A36 A37 A38 a quantity is refused',
    [-999, 0.001, 1.0000000001, 2_147_483_648, 9_007_199_254_740_991],
    quantity,
    422,
    'quantity_invalid',
    id,
  ),
  ...refusedOrders(
    'A35 A41 A42 a quantity as JSON is refused',
    ['-0', '1e131071', '1e-16000'],
    quantityAs,
    422,
    'quantity_invalid',
    id,
  ),
  ...refusedOrders(
    'A39 A40 a quantity of another type is refused',
    ['', '0x1', null, true, [1], { value: 1 }, undefined],
    quantity,
    422,
    'item_invalid',
  ),
  ...refusedOrders(
    'A40 a price of another type is refused',
    [String(PRICE), null, true, [PRICE]],
    price,
    422,
    'item_invalid',
  ),
  ...refusedOrders(
    'A44 a total of another type is refused',
    ['"NaN"', '"Infinity"', 'null', 'true', `[${PRICE}]`, '{}'],
    totalAs,
    422,
    'bad_field',
    'total',
  ),
  ...refusedOrders(
    'A45 A46 a total beyond its column is refused',
    ['1e400', '10000000000', '-1e400'],
    totalAs,
    422,
    'invalid',
  ),
  ...attacks(
    'A48 an unknown product is refused',
    ['', ' ', `${id} `, id.toUpperCase(), '__proto__', `${id}' or '1'='1`],
    async (api, unknown) => {
      const reply = await place(api, withItem({ id: unknown }))
      expect(reply).toMatchObject({ status: 422, body: { ok: false, code: 'item_unknown' } })
    },
  ),
  ...refusedOrders(
    'A49 an unknown size is refused',
    ['', size.toUpperCase(), `${size} `, ` ${size}`, '1l'],
    (other) => withItem({ size: other }),
    422,
    'item_unknown',
    id,
  ),
  ...refusedOrders(
    'A52 items that are not a list are refused',
    ['oil', null, 5, true, undefined],
    withField('items'),
    422,
    'items_invalid',
  ),
  ...refusedOrders(
    'A52 an item that is not an object is refused',
    [null, 5, true, [], {}, [anItem()]],
    (item) => withField('items')([item]),
    422,
    'item_invalid',
  ),
  ...refusedOrders(
    'A52 a field of an item of another type is refused',
    [{ id: 5 }, { id: null }, { id: [id] }, { size: 100 }, { size: null }, { size: {} }],
    withItem,
    422,
    'item_invalid',
  ),
  ...refusedOrders(
    'A54 of a repeated key the last one counts',
    ['1'],
    (last) => withText(`"price":${PRICE}`, `"price":${PRICE},"price":${last}`),
    422,
    'price_changed',
    id,
  ),
  acceptedOrder('A53 an extra key of an item is not saved', withItem({ discount: 100 }), knownKeys),
  acceptedOrder(
    'A54 name, image and price of an item are those of the catalogue',
    withItem({ name: '<b>Gold</b>', image: 'https://evil.example/x.png', unit_price: 1, total: 1 }),
    (order) => {
      knownKeys(order)
      expect(order.items[0]).toMatchObject({ price: PRICE })
      expect(order.items[0]?.['name']).not.toContain('Gold')
      expect(order.items[0]?.['image']).toMatch(/^\/thumbnails\//)
    },
  ),
  acceptedOrder(
    'A54 __proto__ of an item is an extra key',
    withText(`{"id":"${id}"`, `{"__proto__":{"price":1},"constructor":1,"id":"${id}"`),
    knownKeys,
  ),
  ...enforcedBy('PostgREST', [
    ...notJson('A43 A44 a total is not JSON', totalAs),
    ...notJson('A42 a quantity is not JSON', quantityAs),
    ...attacks(
      'A45 A46 a total is not a number of Postgres',
      ['-1e200000', '1e99999999999'],
      async (api, literal) => {
        expect((await place(api, totalAs(literal))).status).toBe(400)
      },
    ),
    attack('A45 a total of 1e200000 is out of range', async (api) => {
      expectError(await place(api, totalAs('1e200000')), 400, '22003')
    }),
  ]),
  ...enforcedBy('none', [
    acceptedOrder('A34 a total with two zeros as decimals is accepted', totalAs(`${PRICE}.00`)),
    acceptedOrder('A37 a quantity of 1.0 is 1', quantityAs('1.0'), (order) =>
      expect(order.items[0]?.['quantity']).toBe(1),
    ),
    acceptedOrder(
      'A38 a quantity of 999 is accepted',
      (request) => ({ ...request, items: [anItem(0, 999)], total: PRICE * 999 }),
      (order) => expect(order.total).toBe(PRICE * 999),
    ),
  ]),
]

function knownKeys({ items }: SavedOrder): void {
  for (const item of items) {
    expect(Object.keys(item).sort()).toEqual(['id', 'image', 'name', 'price', 'quantity', 'size'])
  }
}

/** PostgREST or Postgres refuses it, depending on the version of PostgREST. */
function notJson(title: string, change: (literal: string) => Change): AttackCase[] {
  return attacks(title, NOT_JSON, async (api, literal) => {
    const reply = await place(api, change(literal))
    expect(reply.status).toBe(400)
    expect(['22P02', 'PGRST102']).toContain((reply.body as { code: string }).code)
  })
}
