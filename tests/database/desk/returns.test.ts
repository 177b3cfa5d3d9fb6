/* The returns desk and the parcels whose delivery failed. */
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { anAttempt } from '#tests/support/order-factories.ts'
import { aStatement, type Line } from '#tests/support/statement-requests.ts'
import { admin, openDatabase, type Row } from '../../support/database.ts'

const { call, place, act, undoAct, book, expectExactCounts } = openDatabase({ beginAlike: true })

const [A, B] = ['NTH00001', 'NTH00002']

beforeAll(async () => {
  for (const nth of [1, 2]) {
    await place(anAttempt(nth))
    await book(`NTH0000${nth}`, {
      courier: 'tcs',
      trackingNumber: `TCS 0${nth}`,
      status: 'shipped',
    })
  }
})

const scan = (code: string, what: string, request = randomUUID()) =>
  act('check_in', { id: code, act: what }, request)

async function orderOf(id: string): Promise<Row> {
  const { body } = await call(admin, 'admin_order', { p_id: id })
  const { status, outcome } = body['order'] as Row
  const parcels = body['parcels'] as Row[]
  const [{ state, damaged } = {}] = parcels
  return { status, outcome, state, damaged }
}

/** The act that takes back what happened to its parcel last. */
async function undoOf(id: string) {
  const { body } = await call(admin, 'admin_order', { p_id: id })
  const [parcel] = body['parcels'] as { events: { undo: string | null }[] }[]
  return parcel?.events.at(-1)?.undo
}

describe('rule 22.15: a parcel is checked in', () => {
  test.each(['NTH00001', ' #nth00001 ', 'TCS 01', 'tcs-01'])('by the code %s', async (code) => {
    const { body } = await scan(code, 'received_back')
    expect(body).toMatchObject({ ok: true, orderId: A, from: 'handed_over', to: 'received_back' })
    expect((body['order'] as Row)['items']).toMatchObject([
      { quantity: 1, size: expect.any(String) },
    ])
  })

  test('and not by a code of none, nor of several', async () => {
    for (const code of ['TCS 99', '', '%', '________', 'NTH0000%', '.*'])
      expect((await scan(code, 'lost')).body).toMatchObject({ code: 'not_found' })
    const { body } = await scan('#NTH0', 'lost')
    expect(body).toMatchObject({
      ok: false,
      code: 'several',
      parcels: [{ orderId: A }, { orderId: B }],
    })
  })

  test.each<[string, Row]>([
    [
      'received_back',
      { status: 'cancelled', outcome: 'returned', state: 'received_back', damaged: false },
    ],
    [
      'damaged',
      { status: 'cancelled', outcome: 'returned', state: 'received_back', damaged: true },
    ],
    ['lost', { status: 'shipped', outcome: null, state: 'lost', damaged: false }],
  ])('as %s, and undone', async (what, after) => {
    const before = await orderOf(A)
    const request = randomUUID()
    await scan(A, what, request)
    expect(await orderOf(A)).toEqual(after)
    expect((await scan(A, what)).body).toMatchObject({ ok: true, unchanged: true })
    await expectExactCounts()
    expect((await undoAct(request)).body).toEqual({ id: A, ok: true })
    expect(await orderOf(A)).toEqual(before)
    await expectExactCounts()
  })

  test('received back, then damaged, and keeps that it was refused', async () => {
    await byFile({ reference: A, state: 'returned', reason: 'refused' })
    await scan(A, 'received_back')
    expect(await orderOf(A)).toMatchObject({ outcome: 'refused', state: 'received_back' })
    await scan(A, 'damaged')
    expect(await orderOf(A)).toMatchObject({ outcome: 'refused', damaged: true })
    expect((await scan(A, 'received_back')).body).toMatchObject({ unchanged: true })
  })

  test('a lost parcel is found, and what is in the hand cannot be lost', async () => {
    expect((await scan(A, 'found')).body).toMatchObject({ unchanged: true })
    await scan(A, 'lost')
    await scan(A, 'found')
    expect(await orderOf(A)).toMatchObject({ status: 'shipped', state: 'handed_over' })
    await scan(A, 'received_back')
    expect((await scan(A, 'lost')).body).toMatchObject({ code: 'conflict', why: 'received_back' })
    expect((await scan(A, 'found')).body).toMatchObject({ code: 'conflict', why: 'not_lost' })
  })

  test('rule 21.23: an export knows of a lost parcel, until it is found', async () => {
    const states = async () => {
      const { body } = await call(admin, 'admin_whole_orders', { p: { ids: [A] } })
      return (body['orders'] as Row[]).map((row) => row['parcelState'])
    }
    await scan(A, 'lost')
    expect(await states()).toEqual(['lost'])
    await scan(A, 'found')
    expect(await states()).toEqual([null])
  })

  test('and its order says which act takes it back alone', async () => {
    const request = randomUUID()
    await scan(A, 'received_back', request)
    await scan(B, 'lost')
    expect(await undoOf(A)).toBe(request)
    // One that would take back another parcel as well is not offered there.
    const rows = [A, B].map((id) => ({ id, act: 'damaged' }))
    await call(admin, 'admin_act', { p: { request: randomUUID(), act: 'check_in', rows } })
    expect([await undoOf(A), await undoOf(B)]).toEqual([null, null])
  })

  test('and its order names no act that was undone', async () => {
    const request = randomUUID()
    await scan(A, 'received_back', request)
    await undoAct(request)
    expect(await undoOf(A)).not.toBe(request)
    await byFile({ reference: A, state: 'returned', reason: 'refused' })
    expect(await undoOf(A)).toBeNull()
  })

  test('is not undone after something newer', async () => {
    const request = randomUUID()
    await scan(A, 'received_back', request)
    await scan(A, 'damaged')
    const { body } = await undoAct(request)
    expect(body).toEqual({ id: A, ok: false, code: 'changed_since' })
  })
})

test('rule 22.44: what was not handed over is not checked in', async () => {
  await place(anAttempt(3))
  await book('NTH00003', { courier: 'tcs', trackingNumber: 'TCS 03' })
  for (const what of ['received_back', 'damaged', 'lost'])
    expect((await scan('TCS 03', what)).body).toMatchObject({ code: 'conflict', why: 'not_sent' })
  await book('NTH00003', { status: 'cancelled' })
  expect((await scan('NTH00003', 'received_back')).body).toMatchObject({ why: 'not_sent' })
})

/** As the courier says it. */
async function byFile(...lines: Line[]): Promise<void> {
  await act('apply', aStatement(lines, { courier: 'tcs' }))
}

function notDelivered(...days: [id: string, at: string][]): Promise<void> {
  return byFile(
    ...days.map(([reference, at]) => ({
      ...{ reference, state: 'attempt_failed', word: 'Consignee not home', reason: 'not_home', at },
    })),
  )
}

const listed = async (stage: string) => (await call(admin, 'admin_parcels', { p: { stage } })).body

test('rule 22.16: what was not delivered stands in a list, the oldest first, with who was told', async () => {
  await notDelivered([A, '2026-11-20T08:00:00Z'], [B, '2026-11-19T08:00:00Z'])
  await act('tell', { id: B, kind: 'failed', language: 'en' })
  expect(await listed('not_delivered')).toMatchObject({
    parcels: [
      {
        orderId: B,
        state: 'attempt_failed',
        word: 'Consignee not home',
        reason: 'not_home',
        courier: 'tcs',
        toldAt: expect.any(String),
        order: { id: B, told: { messages: [{ kind: 'failed' }] } },
      },
      { orderId: A, toldAt: null, days: expect.any(Number) },
    ],
  })
  await book(B, { status: 'delivered' })
  expect((await listed('not_delivered'))['parcels']).toMatchObject([{ orderId: A }])
  expect(await listed('delivered')).toMatchObject({ code: 'bad_field' })
})

test('rule 22.61: what is tried again or brought back leaves the list, and Undo brings it back', async () => {
  await notDelivered([A, '2026-11-20T08:00:00Z'])
  for (const [what, state] of [
    ['try_again', 'out_for_delivery'],
    ['bring_back', 'returning'],
  ] as const) {
    const request = randomUUID()
    await scan(A, what, request)
    expect(await orderOf(A)).toMatchObject({ status: 'shipped', state })
    expect((await listed('not_delivered'))['parcels']).toEqual([])
    expect((await scan(B, what)).body).toMatchObject({ code: 'conflict' })
    await undoAct(request)
    expect((await listed('not_delivered'))['parcels']).toMatchObject([{ orderId: A }])
  }
})

test('rule 22.61: a file of before does not say anew that a parcel was not delivered, a later one does', async () => {
  await notDelivered([A, '2026-11-20T08:00:00Z'])
  await scan(A, 'try_again')
  await notDelivered([A, '2026-11-20T09:00:00Z'])
  expect(await orderOf(A)).toMatchObject({ state: 'out_for_delivery' })
  await notDelivered([A, new Date(Date.now() + 60_000).toISOString()])
  expect(await orderOf(A)).toMatchObject({ state: 'attempt_failed' })
})

test('rule 22.61: a lost parcel stands there too, and what the courier returned until it is checked in', async () => {
  await scan(A, 'lost')
  expect((await listed('not_delivered'))['parcels']).toMatchObject([{ orderId: A, state: 'lost' }])
  await scan(A, 'found')
  await byFile({ reference: A, state: 'returned' })
  expect((await listed('not_delivered'))['parcels']).toEqual([])
  expect((await listed('came_back'))['parcels']).toMatchObject([{ orderId: A, state: 'returned' }])
  await scan(A, 'received_back')
  expect((await listed('came_back'))['parcels']).toEqual([])
})
