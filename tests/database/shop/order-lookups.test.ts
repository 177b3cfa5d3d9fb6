import { beforeEach, describe, expect, test } from 'vitest'
import { REQUIRED_FIELDS } from '#order/address/address.ts'
import { anItem, anOrderRequest, token } from '#tests/support/order-factories.ts'
import { goodAddress } from '../../support/address-cases.ts'
import {
  attacker,
  byGet,
  type DatabaseCaller,
  from,
  hasDesk,
  notFound,
  openDatabase,
  refusal,
  tooMany,
} from '../../support/database.ts'
import {
  countedClients,
  countOf,
  letWindowPass,
  MAX_COUNTS,
  setCount,
} from '../../support/limits.ts'

const { sql, call, place, setAge } = openDatabase()

const client = '203.0.113.7'
const guesser: DatabaseCaller = from(client)

const ORDER_FIELDS =
  'advance asOf booked cancellation confirmed courier courierName date estimatedDelivery id items joined masked mayChange outcome ' +
  'parcelState paymentMethod replaces request shippingAddress status total trackingHistory trackingNumber trackingPage version'
const maskedAddress = {
  fullName: 'A•••',
  address: '•••',
  city: 'Lahore',
  state: 'Punjab',
  postalCode: '•••',
  country: 'Pakistan',
  phone: '•••567',
}

beforeEach(async () => {
  await place()
})

// Both functions apply the same rules, so the same tests run for both.
describe.each(['get_order', 'track_order'])('%s', (name) => {
  test('the device that placed an order sees it in full, however old it is', async () => {
    await setAge('400 days')
    expect(await look({ p_id: 'ABCDEFGH', p_token: token })).toMatchObject({
      status: 200,
      body: { ok: true, order: { masked: false, shippingAddress: goodAddress } },
    })
  })

  test('A103 for half an hour anybody with the id sees it in full', async () => {
    await setAge('29 minutes 59 seconds')
    expect(await look({ p_id: 'ABCDEFGH' })).toMatchObject({
      body: { order: { masked: false, shippingAddress: goodAddress } },
    })
  })

  test('A100 after half an hour the id alone shows no name, street, postal code or phone', async () => {
    await setAge('30 minutes')
    const { body } = await look({ p_id: 'ABCDEFGH' })
    expect(body).toMatchObject({
      order: { masked: true, total: anItem().price, shippingAddress: maskedAddress },
    })
    // The digits of a second may be any.
    const text = JSON.stringify(body).replaceAll(/\.\d+\+00:00/g, '')
    for (const secret of ['Ayesha', 'Khan', 'House 7', 'Model Town', '54700', '1234']) {
      expect(text).not.toContain(secret)
    }
  })

  test('A101 a wrong token shows what no token shows', async () => {
    await setAge('1 hour')
    const without = await look({ p_id: 'ABCDEFGH' })
    expect(await look({ p_id: 'ABCDEFGH', p_token: `${token}!` })).toEqual(without)
    expect(await look({ p_id: 'ABCDEFGH', p_token: '' })).toEqual(without)
  })

  test('A104 a masked order has the listed fields and no other', async () => {
    const withHistory = await look({ p_id: 'ABCDEFGH', p_token: token })
    await setAge('1 hour')
    const masked = await look({ p_id: 'ABCDEFGH' })
    for (const { body } of [withHistory, masked]) {
      const order = body['order'] as Record<string, object>
      expect(Object.keys(order).sort().join(' ')).toBe(ORDER_FIELDS)
      expect(Object.keys(order['shippingAddress'] ?? {}).sort()).toEqual(REQUIRED_FIELDS.toSorted())
    }
  })

  test.runIf(hasDesk)(
    'rules 7.40 and 7.44: an order has the time of its response, and in full it says whether it was confirmed',
    async () => {
      const confirmed = async (p_token?: string) => {
        const { body } = await look({ p_id: 'ABCDEFGH', p_token: p_token ?? null })
        const order = body['order'] as Record<string, unknown>
        const [now] = await sql('select now() as now')
        expect(new Date(String(order['asOf']))).toEqual(now?.['now'])
        return order['confirmed']
      }
      expect(await confirmed(token)).toBe(false)
      await sql(`insert into private.confirmation_attempts (id, order_id, at, actor, act)
      values (gen_random_uuid(), 'ABCDEFGH', now(), 'customer', 'yes')`)
      expect(await confirmed(token)).toBe(true)
      await setAge('1 hour')
      expect(await confirmed()).toBe(false)
    },
  )

  test('A102 the token of one order opens no other', async () => {
    const mine = { id: 'MYOWNORD', token: 'a-second-device-with-its-own-token' }
    await place(anOrderRequest(mine))
    await setAge('1 hour')
    expect(await look({ p_id: 'ABCDEFGH', p_token: mine.token })).toMatchObject({
      body: { order: { masked: true } },
    })
  })

  test('B13 somebody signed in without rights sees what anybody sees', async () => {
    await setAge('1 hour')
    expect(await look({ p_id: 'ABCDEFGH' }, attacker)).toEqual(await look({ p_id: 'ABCDEFGH' }))
  })

  test.each([
    null,
    '',
    'abcdefgh',
    'ABCDEFG',
    'ABCDEFGHI',
    "' or 1=1 --",
    'ABCDEFG%',
    'ABCDEFGH\n',
  ])('A99 %j is no order, and no guess either', async (p_id) => {
    expect(await look({ p_id })).toEqual(notFound)
    expect(await countedClients(sql)).toBe(0)
  })

  test('A105 after 20 misses a client is told so, and only the token still opens an order', async () => {
    for (let nth = 1; nth <= 20; nth += 1) {
      expect(await look({ p_id: `MISSED${10 + nth}` })).toEqual(notFound)
    }
    expect(await look({ p_id: 'MISSED99' })).toEqual(tooMany)
    expect(await look({ p_id: 'ABCDEFGH' })).toEqual(tooMany)
    expect(await look({ p_id: 'ABCDEFGH', p_token: token })).toMatchObject({ body: { ok: true } })
  })

  test('one client that guesses does not lock out another', async () => {
    await setCount(sql, 'miss', client, MAX_COUNTS.miss)
    expect(await look({ p_id: 'ABCDEFGH' })).toEqual(tooMany)
    const other = from('203.0.113.8')
    expect(await look({ p_id: 'ABCDEFGH' }, other)).toMatchObject({ body: { ok: true } })
  })

  test('A107 by GET every id gets the same response', async () => {
    expect(await look({ p_id: 'ABCDEFGH' }, byGet)).toEqual(tooMany)
    expect(await look({ p_id: 'ABCDEFGH', p_token: token }, byGet)).toEqual(tooMany)
    expect(await look({ p_id: 'MISSED01' }, byGet)).toEqual(tooMany)
    expect(await look({ p_id: 'no id' }, byGet)).toEqual(tooMany)
  })

  test('an order that is found is not counted, even one that the caller may see masked', async () => {
    await setAge('1 hour')
    for (let nth = 1; nth <= 25; nth += 1) {
      expect(await look({ p_id: 'ABCDEFGH' })).toMatchObject({ body: { ok: true } })
    }
    expect(await countOf(sql, 'miss', client)).toBe(0)
  })

  test('its device reads an order 600 times in 10 minutes', async () => {
    const own = { p_id: 'ABCDEFGH', p_token: token }
    await look(own)
    await sql('update private.order_keys set reads = 599')
    expect(await look(own)).toMatchObject({ body: { ok: true } })
    for (let nth = 1; nth <= 3; nth += 1) expect(await look(own)).toEqual(tooMany)
    expect(await sql('select reads from private.order_keys')).toEqual([{ reads: 600 }])
    expect(await look({ p_id: 'ABCDEFGH' })).toMatchObject({ body: { ok: true } })
    await letWindowPass(sql)
    expect(await look(own)).toMatchObject({ body: { ok: true } })
  })

  async function look(values: Record<string, unknown>, caller = guesser) {
    return call(caller, name, values)
  }
})

test('A93 no order is placed by GET', async () => {
  expect(await place(anOrderRequest({ id: 'BYGETBYG' }), byGet)).toEqual(refusal(405, 'use_post'))
  expect(await sql('select id from public.orders')).toEqual([{ id: 'ABCDEFGH' }])
})
