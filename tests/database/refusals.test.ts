import { beforeEach, describe, expect, test } from 'vitest'
import { anItem, anOrderRequest } from '#tests/support/order-factories.ts'
import { anonymous, openDatabase } from '../support/database.ts'

const { asAdmin, call } = openDatabase()

const huge = '1e131071'

type Refusal = [fact: string, p: unknown, status: number, code: string, field?: string]

const single = 'zulf-herbal-oil-single'

const refusals: Refusal[] = [
  ['no object', ['order'], 400, 'bad_request'],
  ['null', null, 400, 'bad_request'],
  ['A76 more than 16 KB', anOrderRequest({ total: 'x'.repeat(17_000) }), 413, 'too_large'],
  [
    'A56 a status of its own',
    anOrderRequest({ status: 'delivered' }),
    400,
    'unknown_field',
    'status',
  ],
  ['A57 a date of its own', anOrderRequest({ date: '2001-01-01' }), 400, 'unknown_field', 'date'],
  ['an id in lower case', anOrderRequest({ id: 'abcdefgh' }), 422, 'bad_field', 'id'],
  ['an id with a line end', anOrderRequest({ id: 'ABCDEFGH\n' }), 422, 'bad_field', 'id'],
  ['an id of seven', anOrderRequest({ id: 'ABCDEFG' }), 422, 'bad_field', 'id'],
  ['A65 no token', anOrderRequest({ token: undefined }), 422, 'bad_field', 'token'],
  ['A65 a short token', anOrderRequest({ token: 'x' }), 422, 'bad_field', 'token'],
  ['A65 a long token', anOrderRequest({ token: 'x'.repeat(65) }), 422, 'bad_field', 'token'],
  [
    'A65 a token with a space',
    anOrderRequest({ token: `${'x'.repeat(30)} y` }),
    422,
    'bad_field',
    'token',
  ],
  [
    'A59 payment by card',
    anOrderRequest({ paymentMethod: 'card' }),
    422,
    'bad_field',
    'paymentMethod',
  ],
  [
    'A59 payment by nothing',
    anOrderRequest({ paymentMethod: null }),
    422,
    'bad_field',
    'paymentMethod',
  ],
  ['a total in words', anOrderRequest({ total: '799' }), 422, 'bad_field', 'total'],

  ['items that are no list', anOrderRequest({ items: {} }), 422, 'items_invalid'],
  ['A51 no items', anOrderRequest({ items: [] }), 422, 'items_count'],
  ['A51 21 items', anOrderRequest({ items: Array(21).fill(anItem()) }), 422, 'items_count'],
  ['an item that is a word', withItem('oil'), 422, 'item_invalid'],
  ['A39 a quantity in words', withItem({ ...anItem(), quantity: '2' }), 422, 'item_invalid'],
  ['an item without a price', withItem({ ...anItem(), price: undefined }), 422, 'item_invalid'],
  ['A48 an unknown product', withItem({ ...anItem(), id: 'gold' }), 422, 'item_unknown', 'gold'],
  [
    'A49 the size of another product',
    withItem({ ...anItem(), size: anItem(1).size }),
    422,
    'item_unknown',
    single,
  ],
  ['A35 quantity 0', withItem(anItem(0, 0)), 422, 'quantity_invalid', single],
  ['A36 quantity -1', withItem(anItem(0, -1)), 422, 'quantity_invalid', single],
  ['A37 quantity 1.5', withItem(anItem(0, 1.5)), 422, 'quantity_invalid', single],
  ['A38 quantity 1000', withItem(anItem(0, 1000)), 422, 'quantity_invalid', single],
  [
    'A47 one size on two lines',
    anOrderRequest({}, [anItem(), anItem(0, 2)]),
    422,
    'duplicate_line',
    single,
  ],
  [
    'A32 a price of 1',
    anOrderRequest({}, [{ ...anItem(), price: 1 }]),
    422,
    'price_changed',
    single,
  ],
  [
    'A32 the price before the discount',
    anOrderRequest({}, [{ ...anItem(), price: 1599 }]),
    422,
    'price_changed',
    single,
  ],
  ['A33 a total of 1', anOrderRequest({ total: 1 }), 422, 'total_mismatch'],
  ['a total below nothing', anOrderRequest({ total: -799 }), 422, 'total_mismatch'],
  [
    'a total that rounds to the right one',
    anOrderRequest({ total: 799.004 }),
    422,
    'total_mismatch',
  ],

  ['no address', anOrderRequest({ shippingAddress: undefined }), 422, 'address_invalid'],
  ['an address in one line', anOrderRequest({ shippingAddress: 'Lahore' }), 422, 'address_invalid'],
  ['A67 an extra address field', withAddress({ isAdmin: true }), 422, 'unknown_field', 'isAdmin'],
  ['A69 an object for a name', withAddress({ fullName: { a: 1 } }), 422, 'required', 'fullName'],
  ['A69 a list for a name', withAddress({ fullName: ['x'] }), 422, 'required', 'fullName'],
  ['A69 a number for a name', withAddress({ fullName: 5 }), 422, 'required', 'fullName'],
  ['a missing phone', withAddress({ phone: undefined }), 422, 'required', 'phone'],
]

describe('nothing is stored of', () => {
  test.each(refusals)('%s', async (_, p, status, code, field) => {
    // A value that JSON leaves out is left out here too.
    const response = await call(anonymous, 'place_order', { p: JSON.stringify(p) })
    expect(response).toEqual({ status, body: { ok: false, code, ...(field && { field }) } })
    expect(await asAdmin('select id from public.orders')).toEqual([])
    expect(await asAdmin('select order_id from private.order_keys')).toEqual([])
  })

  test('a call that brings nothing at all', async () => {
    const { status } = await call(anonymous, 'place_order', { p: null })
    expect(status).toBe(400)
  })
})

describe('numbers that JavaScript cannot write', () => {
  test('A41 quantity 1e131071 is refused', async () => {
    const p = JSON.stringify(anOrderRequest()).replace('"quantity":1', `"quantity":${huge}`)
    const { body } = await call(anonymous, 'place_order', { p })
    expect(body).toMatchObject({ code: 'quantity_invalid' })
  })

  test('A45 a total beyond its column is refused', async () => {
    const p = JSON.stringify(anOrderRequest()).replace('"total":799', '"total":1e400')
    expect(await call(anonymous, 'place_order', { p })).toEqual({
      status: 422,
      body: { ok: false, code: 'invalid' },
    })
  })

  test.each([
    ['A43 NaN', '"total":NaN', '22P02'],
    ['A45 1e200000', '"total":1e200000', '22003'],
    ['A77 a NUL character', '"total":799,"paymentMethod":"\\u0000"', '22P05'],
  ])('%s is no JSON to Postgres', async (_, text, code) => {
    const p = JSON.stringify(anOrderRequest()).replace('"total":799', text)
    await expect(call(anonymous, 'place_order', { p })).rejects.toMatchObject({ code })
    expect(await asAdmin('select id from public.orders')).toEqual([])
  })
})

describe('the table itself', () => {
  beforeEach(async () => {
    await call(anonymous, 'place_order', { p: anOrderRequest() })
  })

  test('A55 refuses a price that is not in the catalogue, even from the owner of the table', async () => {
    await expect(
      asAdmin(`
        insert into public.orders (id, items, total, shipping_address, payment_method, estimated_delivery)
        select 'OWNERONE', jsonb_set(items, '{0,price}', '1'), 1, shipping_address, payment_method, date
        from public.orders
      `),
    ).rejects.toMatchObject({ code: 'SH422', message: 'price_changed' })
  })

  test('decides status, dates, tracking and history of a new row by itself', async () => {
    const [row] = await asAdmin(`
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

  test('A50 a size that is no longer sold is unknown', async () => {
    await asAdmin('update private.catalogue_sizes set active = false')
    const { body } = await call(anonymous, 'place_order', { p: anOrderRequest({ id: 'LATECOME' }) })
    expect(body).toMatchObject({ code: 'item_unknown' })
  })

  test('the dearest order there can be fits its total', async () => {
    await asAdmin(`
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
    expect(await call(anonymous, 'place_order', { p })).toMatchObject({ status: 201 })
  })

  test('an error on the way out shows no row of anybody', async () => {
    await asAdmin("alter table public.orders add constraint odd check (id <> 'ODDORDER')")
    const { status, body } = await call(anonymous, 'place_order', {
      p: anOrderRequest({ id: 'ODDORDER' }),
    })
    expect({ status, body }).toEqual({ status: 422, body: { ok: false, code: 'invalid' } })
  })
})

function withItem(item: unknown) {
  return anOrderRequest({ items: [item] })
}

function withAddress(change: object) {
  const request = anOrderRequest()
  return { ...request, shippingAddress: { ...request.shippingAddress, ...change } }
}
