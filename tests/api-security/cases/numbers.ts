/* Quantities, prices and totals. */
import { expect } from 'vitest'
import { anItem } from '#tests/support/order-request.ts'
import { type AttackCase, fact } from '../attack-case.ts'
import { expectError } from '../outcomes.ts'
import { accepted, place, refused, type Written, withItem, withText } from './ordering.ts'

const single = 'zulf-herbal-oil-single'

export const numbers: AttackCase[] = [
  refused('A32 a price of 1 is refused', withItem({ price: 1 }), 422, 'price_changed', single),
  ...[1599, 798.99, 799.004, 0, -799, 1e9].map((price) =>
    refused(
      `A32 a price of ${price} is refused`,
      withItem({ price }),
      422,
      'price_changed',
      single,
    ),
  ),
  refused('A33 right prices with a wrong total are refused', total(1), 422, 'total_mismatch'),
  ...[798.99, 799.01, 799.004, 799.0000001, 0, -799, 1e9].map((sum) =>
    refused(`A34 a total of ${sum} is refused`, total(sum), 422, 'total_mismatch'),
  ),
  accepted('A34 a total of 799.00 is right', (request) =>
    withText(request, '"total":799', '"total":799.00'),
  ),
  ...[
    ['A35', 0],
    ['A36', -1],
    ['A36', -999],
    ['A37', 1.5],
    ['A37', 0.001],
    ['A37', 1.0000000001],
    ['A38', 1000],
    ['A38', 2_147_483_648],
    ['A38', 9_007_199_254_740_991],
  ].map(([number, quantity]) =>
    refused(
      `${number} a quantity of ${quantity} is refused`,
      withItem({ quantity }),
      422,
      'quantity_invalid',
      single,
    ),
  ),
  refused('A35 minus nothing is nothing', quantityAs('-0'), 422, 'quantity_invalid', single),
  accepted(
    'A38 a quantity of 999 is sold',
    (request) => ({ ...request, items: [anItem(0, 999)], total: 799 * 999 }),
    (order) => expect(order.total).toBe(799 * 999),
  ),
  accepted('A37 1.0 is one', quantityAs('1.0'), (order) =>
    expect(order.items[0]?.['quantity']).toBe(1),
  ),
  ...['2', '', '0x1', null, true, [1], { value: 1 }].map((quantity) =>
    refused(
      `A39 A40 a quantity that is ${JSON.stringify(quantity)} is refused`,
      withItem({ quantity }),
      422,
      'item_invalid',
    ),
  ),
  refused(
    'A40 no quantity at all is refused',
    withItem({ quantity: undefined }),
    422,
    'item_invalid',
  ),
  ...['799', null, true, [799], undefined].map((price) =>
    refused(
      `A40 a price that is ${JSON.stringify(price)} is refused`,
      withItem({ price }),
      422,
      'item_invalid',
    ),
  ),
  refused(
    'A41 a quantity of 1e131071 is refused',
    quantityAs('1e131071'),
    422,
    'quantity_invalid',
    single,
  ),
  refused(
    'A42 a quantity of 1e-16000 is refused',
    quantityAs('1e-16000'),
    422,
    'quantity_invalid',
    single,
  ),
  ...['NaN', 'Infinity', '-Infinity', '0x10', '01', '+1', '1_000', '1.', '.5', "'1'", '1e'].flatMap(
    (literal) => [
      notJson(`A43 A44 a total of ${literal} is no JSON`, totalAs(literal)),
      notJson(`A42 a quantity of ${literal} is no JSON`, quantityAs(literal)),
    ],
  ),
  ...['"NaN"', '"Infinity"', '"799"', 'null', 'true', '[799]', '{}'].map((literal) =>
    refused(`A44 a total of ${literal} is refused`, totalAs(literal), 422, 'bad_field', 'total'),
  ),
  refused('A45 a total beyond its column is refused', totalAs('1e400'), 422, 'invalid'),
  refused('A46 a total just beyond its column is refused', totalAs('10000000000'), 422, 'invalid'),
  refused('A46 a total below all counting is refused', totalAs('-1e400'), 422, 'invalid'),
  ...['1e200000', '-1e200000', '1e99999999999'].map((literal) =>
    fact(`A45 A46 a total of ${literal} is no number to Postgres`, async (shop) => {
      expect((await place(shop, totalAs(literal))).status).toBe(400)
    }),
  ),
  fact('A45 a total of 1e200000 is out of range', async (shop) => {
    expectError(await place(shop, totalAs('1e200000')), 400, '22003')
  }),
]

function total(sum: number): Written {
  return (request) => ({ ...request, total: sum })
}

function totalAs(literal: string): Written {
  return (request) => withText(request, '"total":799', `"total":${literal}`)
}

function quantityAs(literal: string): Written {
  return (request) => withText(request, '"quantity":1', `"quantity":${literal}`)
}

/** To Postgres, or already to a PostgREST that reads the body itself. */
function notJson(title: string, write: Written): AttackCase {
  return fact(title, async (shop) => {
    const reply = await place(shop, write)
    expect(reply.status).toBe(400)
    expect(['22P02', 'PGRST102']).toContain((reply.body as { code: string }).code)
  })
}
