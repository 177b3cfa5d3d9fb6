/* The database accepts the carts that the browser accepts, at the same total, and refuses all others. */
import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { fromMinor } from '#kit/money.ts'
import { limitProblem } from '#order/order-lines.ts'
import { priceList } from '#product/price-list.ts'
import { type Cart, priceCart } from '#shop/cart/cart.ts'
import { decodeCart } from '#shop/cart/stored-cart.ts'
import { anItem } from '#tests/support/order-factories.ts'
import { openDatabase } from '../support/database.ts'
import { samples, seed } from '../support/random-run.ts'

const { sql } = openDatabase()

beforeEach(async () => {
  await sql(`
    create function pg_temp.verdict_on(items jsonb) returns jsonb
    language plpgsql as $$
    begin
      return jsonb_build_object('total', (private.price_items(items)).total);
    exception when sqlstate 'SHREF' then
      return jsonb_build_object('refused', sqlerrm::jsonb #>> '{body,code}');
    end $$`)
})

const sizes = priceList.flatMap(({ id, sizes: all }) =>
  all.map(({ label }) => ({ id, size: label })),
)
const { id, size } = anItem()
const nearly = [
  { id, size: size.toUpperCase() },
  { id: `${id} `, size },
  { id: '__proto__', size: 'constructor' },
]
const quantity = fc.oneof(
  fc.integer({ min: -2, max: 1002 }),
  fc.double({ noNaN: false }),
  fc.constantFrom(0, -0, 1.5, 1e-7, 999.0000001, 1000, 1e9, 2 ** 53, 2 ** 53 + 2, 1e308),
)
const choice = fc.record({
  of: fc.constantFrom(...sizes, ...sizes, ...nearly),
  quantity: fc.oneof(fc.integer({ min: 1, max: 999 }), quantity),
})

test('A35 A37 A47 D31 a cart saved on the device becomes an order of the same total, or none', async () => {
  const saved = samples(fc.array(choice, { maxLength: 6 }), 3000)
  const carts = saved.map((choices) => decodeCart(storedText(choices)))
  const verdicts = await verdictsOn(carts.map(toItems))
  expect({ seed, verdicts }).toEqual({ seed, verdicts: carts.map(verdictOfCart) })
})

test('A36 A38 the cart accepts the quantities that the database accepts, and no others', async () => {
  const quantities = samples(quantity, 3000)
  const verdicts = await verdictsOn(quantities.map((typed) => [anItem(0, typed)]))
  const accepted = quantities.filter((_, place) => 'total' in (verdicts[place] ?? {}))
  const acceptedByCart = quantities.filter((typed) => {
    const cart = priceCart([{ id, size, quantity: typed }])
    return cart.items.length === 1 && limitProblem(cart.items) === undefined
  })
  expect({ seed, accepted }).toEqual({ seed, accepted: acceptedByCart })
  expect(accepted.length).toBeGreaterThan(0)
})

test('A51 a cart of 21 lines is stopped in the browser, and refused by the database', async () => {
  const cart = priceCart(Array.from({ length: 21 }, () => anItem()))
  expect(limitProblem(cart.items)).toContain('at most 20 different items')
  expect(await verdictsOn([toItems(cart)])).toEqual([{ refused: 'items_count' }])
})

function storedText(choices: { of: { id: string; size: string }; quantity: number }[]): string {
  return JSON.stringify({
    version: 1,
    items: choices.map(({ of, ...rest }) => ({ ...of, ...rest })),
  })
}

function verdictOfCart(cart: Cart): object {
  if (cart.items.length === 0) return { refused: 'items_count' }
  return limitProblem(cart.items)
    ? { refused: 'quantity_invalid' }
    : { total: fromMinor(cart.total) }
}

/** As the checkout sends them. */
function toItems(cart: Cart): object[] {
  return cart.items.map((line) => ({
    id: line.id,
    size: line.size,
    quantity: line.quantity,
    price: fromMinor(line.price),
  }))
}

async function verdictsOn(carts: object[][]): Promise<object[]> {
  const rows = await sql<{ verdict: object }>(
    `select pg_temp.verdict_on(items) as verdict
     from jsonb_array_elements($1::jsonb) with ordinality as given (items, place) order by place`,
    [JSON.stringify(carts)],
  )
  return rows.map(({ verdict }) => verdict)
}
