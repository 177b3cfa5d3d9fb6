import { beforeEach, describe, expect, test } from 'vitest'
import { anAttempt, anItem, NO_EARLIER_ORDERS } from '#tests/support/order-factories.ts'
import { goodAddress } from '../../support/address-cases.ts'
import { admin, hasDesk, openDatabase } from '../../support/database.ts'

const { sql, call, place } = openDatabase()

describe('customers are found by', () => {
  beforeEach(async () => {
    const people = [
      { fullName: 'Ayesha Khan', phone: '0300-1234567' },
      { fullName: 'AYESHA khan', phone: '+92 300 1234567' },
      { fullName: 'Ayesha Khan', phone: '0301 7654321' },
      { fullName: 'عائشہ خان', phone: '0302 1111111' },
      { fullName: "<i>O'Neil</i>  100%", phone: '0303 2222222' },
    ]
    for (const [nth, person] of people.entries()) {
      await place(anAttempt(nth + 1, { shippingAddress: { ...goodAddress, ...person } }))
    }
  })

  test.each([
    ['a name in any case, as it sounds', 'ayesha', ['AYESHA khan', 'Ayesha Khan', 'عائشہ خان']],
    ['a name in Urdu', 'خان', ['AYESHA khan', 'Ayesha Khan', 'عائشہ خان']],
    ['a phone as it was typed', '0301 765', ['Ayesha Khan']],
    ['a phone by its digits alone', '03017654321', ['Ayesha Khan']],
    ['the e-mail that is shown', 'ayesha.khan@customers.invalid', ['AYESHA khan', 'Ayesha Khan']],
    ['an e-mail of several spaces', 'neil</i>.100%@', ["<i>O'Neil</i>  100%"]],
    [
      'what every e-mail has',
      '@customers.',
      ['AYESHA khan', 'Ayesha Khan', 'عائشہ خان', "<i>O'Neil</i>  100%"],
    ],
    ['no wildcard', 'a%a', []],
    ['no city', 'Lahore', []],
    ['words of name and phone', 'ayesha 0302', ['عائشہ خان']],
  ])('%s', async (_, search, names) => {
    const { body } = await call(admin, 'admin_customers', { p: { search } })
    const customers = body['customers'] as { fullName: string }[]
    expect(customers.map((customer) => customer.fullName).sort()).toEqual([...names].sort())
    expect(body['total']).toBe(4)
  })

  test('name and phone: one person, however both are written', async () => {
    const { body } = await call(admin, 'admin_customers', { p: { search: '1234567' } })
    expect(body['customers']).toEqual([
      {
        key: 'ayesha khan 3001234567',
        fullName: 'AYESHA khan',
        phone: '+92 300 1234567',
        city: 'Lahore',
        state: 'Punjab',
        orderCount: 2,
        totalSpent: 2 * anItem().price,
        lastOrderDate: expect.any(String),
      },
    ])
  })
})

describe('one order', () => {
  test('rule 14.7: comes with how many other orders its phone has, before and after it', async () => {
    const phones = ['0300-1234567', '+92 (300) 1234567', '0301 1234567', '00923001234567']
    for (const [nth, phone] of phones.entries()) {
      await place(anAttempt(nth + 1, { shippingAddress: { ...goodAddress, phone } }))
    }
    await sql("update public.orders set status = 'cancelled' where id = 'NTH00001'")
    expect((await call(admin, 'admin_order', { p_id: 'NTH00004' })).body).toMatchObject({
      order: { id: 'NTH00004', masked: false, shippingAddress: { phone: '00923001234567' } },
      earlier: { ...NO_EARLIER_ORDERS, count: 2, pending: 1, cancelled: 1 },
    })
    expect((await call(admin, 'admin_order', { p_id: 'NTH00001' })).body).toMatchObject({
      earlier: { ...NO_EARLIER_ORDERS, count: 2, pending: 2 },
    })
  })

  test.each(['UNKNOWN1', '', "' or true --", 'NTH%'])('is null for %j', async (p_id) => {
    expect((await call(admin, 'admin_order', { p_id })).body).toEqual({})
  })
})

test('a line of the list says what the admin needs', async () => {
  const hostile = '\u202E<script>alert(1)</script> =cmd|"/c calc"'
  const shippingAddress = { ...goodAddress, fullName: hostile }
  await place(anAttempt(1, { shippingAddress }))
  const { body } = await call(admin, 'admin_orders', { p: {} })
  expect(body['orders']).toEqual([
    {
      id: 'NTH00001',
      date: expect.any(String),
      status: 'pending',
      total: anItem().price,
      trackingNumber: null,
      fullName: '<script>alert(1)</script> =cmd|"/c calc"',
      phone: '0300 1234567',
      city: 'Lahore',
      state: 'Punjab',
      postalCode: '54700',
      version: 1,
      items: [expect.objectContaining({ quantity: 1 })],
      booked: false,
      advance: 0,
      endReason: null,
      replaces: null,
      source: 'website',
      ...(hasDesk ? OF_DESK : WITHOUT_DESK),
    },
  ])
})

const WITHOUT_DESK = {
  confirmation: null,
  reasons: [],
  outcome: null,
  replacedBy: null,
  courier: null,
  stage: null,
  marks: [],
}

/** What the desk adds to it. */
const OF_DESK = {
  ...WITHOUT_DESK,
  confirmation: expect.objectContaining({ state: 'open', noAnswers: 0 }),
  reasons: ['unconfirmed'],
  stage: 'to_confirm',
}
