import { beforeEach, describe, expect, test } from 'vitest'
import { admin, anonymous, from, openDatabase } from '../../support/database.ts'
import { MAX_COUNTS, setCount } from '../../support/limits.ts'

const { sql, call, place, book } = openDatabase()

beforeEach(async () => {
  await place()
})

describe('a pending order that is tracked', () => {
  test('stays pending at the first look and just before 15 seconds', async () => {
    expect(await track()).toMatchObject({ status: 'pending' })
    await letPass('14.9 seconds')
    expect(await track()).toMatchObject({ status: 'pending' })
  })

  test('moves to processing 15 seconds after the first look, by the database clock', async () => {
    await track()
    await letPass('15 seconds')
    expect(await track()).toMatchObject({
      status: 'processing',
      trackingHistory: [
        { status: 'pending', by: 'customer' },
        { status: 'processing', by: 'system' },
      ],
    })
  })

  test('does not move by being looked at in another way', async () => {
    await call(anonymous, 'get_order', { p_id: 'ABCDEFGH' })
    expect(await sql('select first_tracked_at from private.order_keys')).toEqual([
      { first_tracked_at: null },
    ])
  })

  test('A108 D41 makes one entry in its history, however late and often it is tracked', async () => {
    await track()
    await letPass('1 hour')
    for (let nth = 0; nth < 10; nth += 1) await track()
    const { trackingHistory } = await track()
    expect(trackingHistory).toHaveLength(2)
  })

  test('counts its 15 seconds from the first look, not from the last', async () => {
    await track()
    await letPass('10 seconds')
    await track()
    await letPass('5 seconds')
    expect(await track()).toMatchObject({ status: 'processing' })
  })

  test('waits again when the admin puts it back to pending', async () => {
    await track()
    await letPass('15 seconds')
    await track()
    await book('ABCDEFGH', { status: 'pending' })
    expect(await track()).toMatchObject({ status: 'pending' })
    await letPass('15 seconds')
    expect(await track()).toMatchObject({ status: 'processing' })
  })

  test('is moved by the system even when the admin looks', async () => {
    await call(admin, 'track_order', { p_id: 'ABCDEFGH' })
    await letPass('15 seconds')
    await call(admin, 'track_order', { p_id: 'ABCDEFGH' })
    expect(await sql('select actor from private.order_audit')).toEqual([{ actor: 'system' }])
  })
})

test.each(['processing', 'shipped', 'delivered', 'cancelled'])(
  'A109 an order that is %s stays so',
  async (status) => {
    await track()
    await book('ABCDEFGH', { status })
    await letPass('1 hour')
    expect(await track()).toMatchObject({ status })
  },
)

test('a client over the limit of misses moves nothing', async () => {
  await track()
  await letPass('15 seconds')
  await setCount(sql, 'miss', '203.0.113.7', MAX_COUNTS.miss)
  const guesser = from('203.0.113.7')
  await call(guesser, 'track_order', { p_id: 'ABCDEFGH' })
  expect(await sql('select status from public.orders')).toEqual([{ status: 'pending' }])
})

async function track() {
  const { body } = await call(anonymous, 'track_order', { p_id: 'ABCDEFGH' })
  return body['order'] as { status: string; trackingHistory: unknown[] }
}

/** now() stands still in a test, so the first look is moved back instead. */
async function letPass(time: string) {
  await sql('update private.order_keys set first_tracked_at = first_tracked_at - $1::interval', [
    time,
  ])
}
