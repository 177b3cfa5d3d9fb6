/* Parcels follow their orders: section 22 of docs/desk-rules.md. */

import { describe, expect, test } from 'vitest'
import { ASKED_REASONS } from '#admin/order/packing.ts'
import { anAttempt } from '#tests/support/order-factories.ts'
import { admin, anonymous, openDatabase, type Row } from '../../support/database.ts'

const { sql, call, place, book, withoutTriggers, expectExactCounts, act } = openDatabase()

const ID = 'NTH00001'

async function parcels(id = ID): Promise<Row[]> {
  const { body } = await call(admin, 'admin_order', { p_id: id })
  return body['parcels'] as Row[]
}

const states = async (id = ID) => (await parcels(id)).map(({ state }) => state)

async function order(nth = 1) {
  const request = anAttempt(nth)
  await place(request)
  return request
}

describe('rule 22.1: the booking of an order keeps its parcel in step', () => {
  test.each<[string, Row, string]>([
    ['a courier', { courier: 'tcs' }, 'booked'],
    ['a number', { trackingNumber: 'TCS 1' }, 'booked'],
    ['the status Shipped', { status: 'shipped' }, 'handed_over'],
    ['the status Delivered', { status: 'delivered' }, 'delivered'],
    ['Cancelled and returned', { status: 'cancelled', outcome: 'returned' }, 'returned'],
    ['Cancelled and refused', { status: 'cancelled', outcome: 'refused' }, 'returned'],
  ])('%s', async (_, booking, state) => {
    await order()
    expect(await states()).toEqual([])
    await book(ID, booking)
    expect(await states()).toEqual([state])
  })

  test('a cancelled order that was never booked has none', async () => {
    await order()
    await book(ID, { status: 'cancelled' })
    expect(await states()).toEqual([])
  })

  test('one that was booked keeps a cancelled one', async () => {
    await order()
    await book(ID, { courier: 'tcs', trackingNumber: 'TCS 1' })
    await book(ID, { status: 'cancelled' })
    expect(await states()).toEqual(['cancelled'])
    await book(ID, { status: 'processing' })
    expect(await states()).toEqual(['booked'])
  })

  test('a booking that is cleared takes the parcel along, and leaves it cancelled in a batch', async () => {
    await order()
    await book(ID, { courier: 'tcs' })
    await book(ID, { courier: null })
    expect(await states()).toEqual([])
    const p = { courier: 'postex', ids: [ID], include: ASKED_REASONS }
    await act('batch', { id: '', ...p })
    expect(await states()).toEqual(['booked'])
    await book(ID, { courier: null })
    expect(await states()).toEqual(['cancelled'])
    await book(ID, { courier: 'tcs' })
    expect(await states()).toEqual(['cancelled', 'booked'])
  })

  test('another courier or number is that of the same parcel', async () => {
    await order()
    await book(ID, { courier: 'tcs', trackingNumber: 'TCS 1' })
    await book(ID, { courier: 'leopards', trackingNumber: 'L 2' })
    expect(await parcels()).toMatchObject([{ courier: 'leopards', trackingNumber: 'L 2' }])
  })

  test('every status in turn keeps it in step, and the counts', async () => {
    await order()
    await book(ID, { courier: 'tcs', trackingNumber: 'TCS 1' })
    const turns: [Row, string][] = [
      [{ status: 'delivered' }, 'delivered'],
      [{ status: 'processing' }, 'booked'],
      [{ status: 'shipped' }, 'handed_over'],
      [{ status: 'cancelled', outcome: 'refused' }, 'returned'],
      [{ status: 'delivered' }, 'delivered'],
      [{ status: 'cancelled' }, 'cancelled'],
    ]
    for (const [booking, state] of turns) {
      await book(ID, booking)
      expect((await states()).at(-1)).toBe(state)
      await expectExactCounts()
    }
  })
})

test('rule 22.2: what is to be collected is the cash of the order at the hand over', async () => {
  const { total } = await order()
  await act('correct', { id: ID, version: 1, advance: 500 })
  await book(ID, { status: 'shipped' })
  const handedOver = [{ toCollect: Math.round((total - 500) * 100) }]
  expect(await parcels()).toMatchObject(handedOver)
  await withoutTriggers('update private.order_details set advance = 0')
  await book(ID, { status: 'delivered' })
  expect(await parcels()).toMatchObject(handedOver)
})

describe('rule 22.3: an order that came back is sent again', () => {
  test('as a second parcel, after it was opened without courier, number and outcome', async () => {
    await order()
    await book(ID, { courier: 'tcs', trackingNumber: 'TCS 1', status: 'shipped' })
    await book(ID, { status: 'cancelled', outcome: 'refused' })
    const { body } = await book(ID, { status: 'pending', courier: null, trackingNumber: null })
    expect(body['order']).toMatchObject({
      status: 'pending',
      courier: null,
      trackingNumber: null,
      outcome: null,
      booked: false,
    })
    expect(await states()).toEqual(['returned'])
    await book(ID, { courier: 'tcs', trackingNumber: 'TCS 2' })
    expect(await parcels()).toMatchObject([
      { nth: 1, state: 'returned', reason: 'refused', trackingNumber: 'TCS 1', isCurrent: false },
      { nth: 2, state: 'booked', trackingNumber: 'TCS 2', isCurrent: true },
    ])
  })
})

describe('rule 22.5: a customer reads the state of the parcel where it says more than the status, and nothing of its money', () => {
  test.each([
    ['out_for_delivery', 'out_for_delivery'],
    ['attempt_failed', 'attempt_failed'],
    ['returning', 'returning'],
    ['lost', 'lost'],
  ])('%s', async (state, shown) => {
    const { token } = await order()
    await book(ID, { status: 'shipped' })
    await withoutTriggers(
      'update private.parcels set state = $1::private.parcel_state, paid = 471100 where true',
      [state],
    )
    await sql(
      `insert into private.parcel_events (parcel_id, state, at, source, word)
       select id, 'attempt_failed', now(), 'statement', 'Not at home (77889900)' from private.parcels`,
    )
    const { body } = await call(anonymous, 'get_order', { p_id: ID, p_token: token })
    expect(body['order']).toMatchObject({ status: 'shipped', parcelState: shown })
    expect(JSON.stringify(body)).not.toMatch(/"parcels"|toCollect|471100|77889900/)
  })
})

test('rule 22.6: cancelled orders stand in no figure of sales', async () => {
  for (const nth of [1, 2, 3]) await order(nth)
  await book('NTH00003', { status: 'cancelled' })
  const { body } = await call(admin, 'admin_dashboard', {})
  const today = (body['days'] as Row[]).at(-1)
  expect(today).toMatchObject({ orders: 2 })
  expect(today?.['revenue']).toBe(body['totalRevenue'])
  expect(body['totalOrders']).toBe(3)
})
