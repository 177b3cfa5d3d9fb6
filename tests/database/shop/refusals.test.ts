import { beforeEach, describe, expect, test } from 'vitest'
import { REQUIRED_FIELDS } from '#order/address/address.ts'
import { catalogue, product } from '#tests/support/catalogue.ts'
import { anItem, anOrderRequest, token } from '#tests/support/order-factories.ts'
import { goodAddress } from '../../support/address-cases.ts'
import { openDatabase, refusal } from '../../support/database.ts'

const { sql, place } = openDatabase()

/** Makes a request of a value: an object, or JSON that JSON.stringify() cannot write. */
type ToRequest = (value: unknown) => unknown

/** One test for each value. */
type Refusal = [
  fact: string,
  request: ToRequest,
  values: unknown[],
  status: number,
  code: string,
  field?: string | ((value: unknown) => string),
]

const { id, size, price } = anItem()
/** Of another product only. */
const otherSize =
  catalogue
    .flatMap((one) => one.sizes.map(({ label }) => label))
    .find((label) => product.sizes.every((own) => own.label !== label)) ?? '1l'
const long = 'x'.repeat(30)
/** A value that JSON leaves out, and one of each type that is neither text nor number. */
const OTHER_TYPES = [undefined, null, true, {}, ['x']]

const itself: ToRequest = (value) => value
const unknownField: ToRequest = (name) => anOrderRequest({ [String(name)]: 'x' })
const items: ToRequest = (value) => anOrderRequest({ items: value })
const item: ToRequest = (value) => items([value])
const address: ToRequest = (change) =>
  anOrderRequest({ shippingAddress: { ...goodAddress, ...(change as object) } })

const field =
  (name: string): ToRequest =>
  (value) =>
    anOrderRequest({ [name]: value })

const itemField =
  (name: string): ToRequest =>
  (value) =>
    item({ ...anItem(), [name]: value })

const literal =
  (name: 'price' | 'quantity' | 'total'): ToRequest =>
  (text) =>
    JSON.stringify(anOrderRequest()).replace(new RegExp(`"${name}":[\\d.]+`), `"${name}":${text}`)

const refusals: Refusal[] = [
  ['A58 no object', itself, ['null', '["order"]', '"order"', '5', 'true'], 400, 'bad_request'],
  ['A58 an empty request', itself, ['{}'], 422, 'bad_field', 'id'],
  ['A76 A90 over 16 KB', field('total'), ['x'.repeat(17_000)], 413, 'too_large'],
  ['A76 A90 twenty huge items', items, [Array(20).fill('x'.repeat(900))], 413, 'too_large'],
  ['A56 its own', unknownField, ['status', 'tracking_number'], 400, 'unknown_field', String],
  ['A56 its own', unknownField, ['trackingHistory'], 400, 'unknown_field', String],
  ['A57 its own', unknownField, ['date', 'estimatedDelivery'], 400, 'unknown_field', String],
  ['A58 a field', unknownField, ['constructor', 'discount', 'Id'], 400, 'unknown_field', String],
  ['A58 a field', itself, ['{"__proto__": 1}'], 400, 'unknown_field', '__proto__'],
  ['A60 an id', field('id'), ['abcdefgh', 'ABCDEFGH\n', 'ABCDEFG'], 422, 'bad_field', 'id'],
  ['A60 an id', field('id'), ['ABCDEFGHI', 'ABCD EFG', 'ABCDEFGÅ'], 422, 'bad_field', 'id'],
  // The first letter is Cyrillic.
  ['A60 an id', field('id'), ['АBCDEFGH', '', 5, ...OTHER_TYPES], 422, 'bad_field', 'id'],
  ['A65 a token', field('token'), ['x', 'x'.repeat(21)], 422, 'bad_field', 'token'],
  ['A65 a token', field('token'), ['x'.repeat(65), `${long} y`], 422, 'bad_field', 'token'],
  ['A65 a token', field('token'), [`${long}\n`, `${long}é`], 422, 'bad_field', 'token'],
  ['A65 a token', field('token'), [`${long}+/=`, [token]], 422, 'bad_field', 'token'],
  ['A65 a token', field('token'), [5, ...OTHER_TYPES], 422, 'bad_field', 'token'],
  [
    'A59 payment by',
    field('paymentMethod'),
    ['card', '', 'CASH_ON_DELIVERY', 'cash_on_delivery ', 5, ...OTHER_TYPES],
    422,
    'bad_field',
    'paymentMethod',
  ],

  ['A52 items', field('items'), ['oil', 5, undefined, null, true, {}], 422, 'items_invalid'],
  ['A51 lines', items, [[], Array(21).fill(anItem())], 422, 'items_count'],
  ['A52 an item', item, ['oil', 5, null, true, {}, [anItem()]], 422, 'item_invalid'],
  ['A52 an item of the id', itemField('id'), [5, ...OTHER_TYPES], 422, 'item_invalid'],
  ['A52 an item of the size', itemField('size'), [100, ...OTHER_TYPES], 422, 'item_invalid'],
  ['A40 a price', itemField('price'), [String(price), ...OTHER_TYPES], 422, 'item_invalid'],
  ['A39 a quantity', itemField('quantity'), ['2', '', '0x1'], 422, 'item_invalid'],
  ['A40 a quantity', itemField('quantity'), OTHER_TYPES, 422, 'item_invalid'],
  [
    'A48 the product',
    itemField('id'),
    ['gold', ' ', `${id} `, id.toUpperCase(), '__proto__', `${id}' or '1'='1`],
    422,
    'item_unknown',
    String,
  ],
  [
    'A49 the size',
    itemField('size'),
    [otherSize, '', `${size}x`, `${size} `, ` ${size}`],
    422,
    'item_unknown',
    id,
  ],
  ['A35 A36 a quantity', itemField('quantity'), [0, -1, -999], 422, 'quantity_invalid', id],
  ['A37 a quantity', itemField('quantity'), [1.5, 0.001], 422, 'quantity_invalid', id],
  ['A37 a quantity', literal('quantity'), ['1.0000000001'], 422, 'quantity_invalid', id],
  ['A38 a quantity', itemField('quantity'), [1000, 2 ** 31, 2 ** 53], 422, 'quantity_invalid', id],
  ['A35 A41 a quantity', literal('quantity'), ['-0', '1e999'], 422, 'quantity_invalid', id],
  // As texts they are long, however short the request is.
  [
    'A35 A42 a number',
    literal('quantity'),
    ['1e131071', '1e-16000', '0e-16000'],
    400,
    'bad_request',
  ],
  ['A35 A42 numbers', literal('total'), ['[{"a":1},{"b":[2,1e131071]}]'], 400, 'bad_request'],
  ['A47 two lines of a size', items, [[anItem(), anItem(0, 2)]], 422, 'duplicate_line', id],
  [
    'A32 a price',
    itemField('price'),
    [1, price - 0.01, price + 0.004, price * 2, 0, -price, 1e9],
    422,
    'price_changed',
    id,
  ],
  ['A54 of two prices', literal('price'), [`${price},"price":1`], 422, 'price_changed', id],
  ['A33 a total', field('total'), [1, price - 0.01, price + 0.01, 1e9], 422, 'total_mismatch'],
  ['A34 a total', field('total'), [-price, 0, price + 0.004], 422, 'total_mismatch'],
  ['A34 a total', field('total'), [price + 0.000_000_1], 422, 'total_mismatch'],
  ['A44 a total', field('total'), [String(price), 'NaN'], 422, 'bad_field', 'total'],
  ['A44 a total', field('total'), ['Infinity', ...OTHER_TYPES], 422, 'bad_field', 'total'],
  ['A45 A46 a total', literal('total'), ['1e400', '-1e400', '10000000000'], 422, 'invalid'],

  [
    'A68 an address',
    field('shippingAddress'),
    ['Lahore', 5, [], undefined, null, true],
    422,
    'address_invalid',
  ],
  ['A67 a field', address, [{ isAdmin: true }], 422, 'unknown_field', 'isAdmin'],
  ['A67 a field', address, [{ full_name: 'x' }], 422, 'unknown_field', 'full_name'],
  ...REQUIRED_FIELDS.map((name): Refusal => {
    const values = [5, ...OTHER_TYPES].map((value) => ({ [name]: value }))
    return [`A68 A69 the ${name}`, address, values, 422, 'required', name]
  }),
]

describe('an order is refused, and nothing saved, for', () => {
  const cases = refusals.flatMap(([fact, request, values, status, code, named]) =>
    values.map((value) => {
      const refused = typeof named === 'function' ? named(value) : named
      const body = { ok: false, code, ...(refused && { field: refused }) }
      return { fact, value, p: request(value), response: { status, body } }
    }),
  )

  test.each(cases)('$fact $value', async ({ p, response }) => {
    const text = typeof p === 'string' ? p : JSON.stringify(p)
    const { status, body } = await place(text)
    // tests/database/shop/limits.test.ts has the prices of today.
    const { items, total, ...refused } = body
    expect({ status, body: refused }).toEqual(response)
    expect(Array.isArray(items)).toBe(
      ['price_changed', 'item_unknown'].includes(String(body['code'])),
    )
    expect(await sql('select id from public.orders')).toEqual([])
    expect(await sql('select order_id from private.order_keys')).toEqual([])
  })

  test('a call without an argument', async () => {
    const { status } = await place(null)
    expect(status).toBe(400)
  })

  test.each([
    ['A43 A45 a total that is no number of Postgres', literal('total')('NaN'), '22P02'],
    ['A45 a total beyond all numbers', literal('total')('1e200000'), '22003'],
    ['A77 a NUL character', literal('total')('1,"paymentMethod":"\\u0000"'), '22P05'],
  ])('%s', async (_, p, code) => {
    await expect(place(p)).rejects.toMatchObject({ code })
    expect(await sql('select id from public.orders')).toEqual([])
  })
})

test.each([
  ['A34 a total with two zeros as decimals', literal('total')(`${price.toFixed(2)}`)],
  ['A37 a quantity of 1.0', literal('quantity')('1.0')],
  ['A38 a quantity of 999', anOrderRequest({}, [anItem(0, 999)])],
])('%s is accepted', async (_, p) => {
  expect(await place(p)).toMatchObject({ status: 201 })
})

describe('the table itself', () => {
  beforeEach(async () => {
    await place()
  })

  test('A55 refuses a price that is not in the catalogue, even from the owner of the table', async () => {
    await expect(
      sql(`
        insert into public.orders (id, items, total, shipping_address, payment_method, estimated_delivery)
        select 'OWNERONE', jsonb_set(items, '{0,price}', '1'), 1, shipping_address, payment_method, date
        from public.orders
      `),
    ).rejects.toMatchObject({ code: 'SHREF', message: expect.stringContaining('price_changed') })
  })

  test('decides status, dates, tracking and history of a new row by itself', async () => {
    const [row] = await sql(`
      insert into public.orders (
        id, items, total, shipping_address, payment_method,
        status, date, estimated_delivery, tracking_number, tracking_history
      )
      select 'OWNERONE', items, total, shipping_address, payment_method,
        'delivered', '2001-01-01', '2001-01-01', 'TRACK 1', '[{"status": "delivered"}]'
      from public.orders
      returning status, date = now() as placed_now, estimated_delivery > now() as still_to_come,
        tracking_number, jsonb_path_query_array(tracking_history, '$[*].by') as by
    `)
    expect(row).toEqual({
      status: 'pending',
      placed_now: true,
      still_to_come: true,
      tracking_number: null,
      by: ['customer'],
    })
  })

  test('the dearest order there can be fits its total', async () => {
    await sql(`
      insert into private.catalogue_sizes (product_id, size, name, image, unit_price)
      select 'dear', number::text, 'Dear', '/dear.webp', 500000 from generate_series(1, 20) as number
    `)
    const items = Array.from({ length: 20 }, (_, index) => ({
      id: 'dear',
      size: String(index + 1),
      quantity: 999,
      price: 500_000,
    }))
    const p = anOrderRequest({ id: 'DEARDEAR' }, items)
    expect(await place(p)).toMatchObject({ status: 201 })
  })

  test('an error on the way out shows no row of anybody', async () => {
    await sql("alter table public.orders add constraint odd check (id <> 'ODDORDER')")
    const { status, body } = await place(anOrderRequest({ id: 'ODDORDER' }))
    expect({ status, body }).toEqual(refusal(422, 'invalid'))
  })
})
