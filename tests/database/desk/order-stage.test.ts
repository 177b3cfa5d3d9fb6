/* The one stage of an order: from placed to paid, and every way beside it. */
import { expect, test } from 'vitest'
import { ASKED_REASONS } from '#admin/order/packing.ts'
import { goodAddress } from '#tests/support/address-cases.ts'
import { anAttempt, anItem } from '#tests/support/order-factories.ts'
import { aStatement, cash } from '#tests/support/statement-requests.ts'
import { admin, anonymous, openDatabase, type Row } from '../../support/database.ts'
import { expectedStages, shownStages } from '../../support/stages.ts'

const { sql, call, place, act, book, versionOf, undoAct, withoutTriggers, addOrders, readsOf } =
  openDatabase()

const ID = 'NTH00001'

const ask = async (name: string, values: Row) => (await call(admin, name, values)).body

async function stageOf(id = ID): Promise<unknown> {
  const found = await shownStages(sql, ask)
  expect(found).toEqual(expectedStages(found))
  expect(await ask('admin_order', { p_id: id })).toMatchObject({ stage: found.stages[id] })
  return found.stages[id]
}

let attempts = 0

/** Each a second after the one before: now() stands still in a test. */
async function attempt(made: string, more: Row = {}): Promise<string> {
  attempts += 1
  const at = new Date(Date.now() - 3_600_000 + attempts * 1000).toISOString()
  const request = crypto.randomUUID()
  expect((await act('attempt', { id: ID, act: made, at, ...more }, request)).body).toMatchObject({
    ok: true,
  })
  return request
}

/** Nothing notes an order for it. */
async function passTime(time: string): Promise<void> {
  for (const [table, moment] of [
    ['confirmation_attempts', 'at'],
    ['staged_orders', 'due_at'],
  ]) {
    await withoutTriggers(`update private.${table} set ${moment} = ${moment} - $1::interval`, [
      time,
    ])
  }
}

const tell = (kind: string) => act('tell', { id: ID, kind, language: 'en' })

async function change(): Promise<void> {
  const { token } = anAttempt(1)
  const shippingAddress = { ...goodAddress, city: 'Kasur' }
  const p = { id: ID, token, version: await versionOf(ID), shippingAddress }
  expect((await call(anonymous, 'change_order', { p })).body).toMatchObject({ ok: true })
}

test('rule 21.70: an order goes from stage to stage until it is paid', async () => {
  await place(anAttempt(1))
  expect(await stageOf()).toBe('to_confirm')
  await tell('confirm')
  expect(await stageOf()).toBe('waiting')
  await passTime('2 hours')
  expect(await stageOf()).toBe('to_confirm')
  await attempt('tomorrow')
  expect(await stageOf()).toBe('later')
  await passTime('2 days')
  expect(await stageOf()).toBe('to_confirm')
  await attempt('yes')
  expect(await stageOf()).toBe('to_pack')
  await act('batch', { id: '', courier: 'tcs', ids: [ID] })
  expect(await stageOf()).toBe('needs_number')
  await book(ID, { trackingNumber: 'PX 1' })
  expect(await stageOf()).toBe('to_ship')
  await book(ID, { status: 'shipped' })
  expect(await stageOf()).toBe('to_tell')
  await tell('shipped')
  expect(await stageOf()).toBe('on_the_way')
  const line = { reference: ID, at: new Date().toISOString(), word: 'word' }
  await act('apply', aStatement([{ ...line, state: 'delivered', money: [] }], { courier: 'tcs' }))
  expect(await stageOf()).toBe('delivered')
  const paid = { ...line, state: 'delivered', money: [cash(79_900)] }
  await act('apply', aStatement([paid], { courier: 'tcs' }))
  expect(await stageOf()).toBe('paid')
})

test('rule 21.70: a delivered order that no courier had is not called paid', async () => {
  await place(anAttempt(1))
  await book(ID, { status: 'delivered' })
  expect(await stageOf()).toBe('delivered')
})

test('rule 21.70: what a courier could not deliver comes back, and ends once it is checked in', async () => {
  await place(anAttempt(1))
  await book(ID, { status: 'shipped', courier: 'tcs', trackingNumber: 'PX 1' })
  const at = new Date().toISOString()
  const say = (state: string) =>
    act(
      'apply',
      aStatement([{ reference: ID, at, word: state, state, money: [] }], { courier: 'tcs' }),
    )
  await say('attempt_failed')
  expect(await stageOf()).toBe('not_delivered')
  await say('returning')
  expect(await stageOf()).toBe('coming_back')
  await say('returned')
  expect(await stageOf()).toBe('came_back')
  await act('check_in', { id: ID, act: 'received_back' })
  expect(await stageOf()).toBe('cancelled')
})

test('rule 21.70: a lost parcel is not delivered, unless another order replaces it', async () => {
  await place(anAttempt(1, { items: [anItem()] }))
  await book(ID, { status: 'shipped', courier: 'tcs' })
  const lost = crypto.randomUUID()
  await act('check_in', { id: ID, act: 'lost' }, lost)
  expect(await stageOf()).toBe('not_delivered')
  await undoAct(lost)
  const { price: _, ...line } = anItem()
  const replacement = { id: 'NTH00009', replaces: ID, items: [line], total: 0 }
  expect((await act('enter', replacement)).body).toMatchObject({ ok: true })
  await act('check_in', { id: ID, act: 'lost' })
  expect(await stageOf()).toBe('replaced')
  expect(await stageOf('NTH00009')).toBe('to_pack')
})

test('rule 21.70: what is replaced is at "Delivered, unpaid" until its cash is paid', async () => {
  await place(anAttempt(1, { items: [anItem()] }))
  await book(ID, { status: 'delivered', courier: 'tcs' })
  const { price: _, ...line } = anItem()
  await act('enter', { id: 'NTH00009', replaces: ID, items: [line], total: 0 })
  expect(await stageOf()).toBe('delivered')
  const { unpaid } = await ask('admin_evening', { p: {} })
  expect(unpaid).toContainEqual({ age: '0-7', parcels: 1, amount: 79_900 })
  const paid = { reference: ID, money: [cash(79_900)] }
  await act('apply', aStatement([paid], { courier: 'tcs' }))
  expect(await stageOf()).toBe('replaced')
})

test('rule 21.70: a held order stays held in a batch too, and goes on where it was', async () => {
  await place(anAttempt(1))
  await attempt('yes')
  await attempt('hold', { reason: 'address' })
  expect(await stageOf()).toBe('held')
  await attempt('resume')
  await book(ID, { courier: 'tcs' })
  await attempt('hold', { reason: 'address' })
  expect(await stageOf()).toBe('held')
  await attempt('resume')
  expect(await stageOf()).toBe('needs_number')
})

test('rule 21.70: three times without an answer wait for the admin, and are due at no time', async () => {
  await place(anAttempt(1))
  const due = async () => {
    const { nextDueAt, toDecide } = await ask('admin_stages', {})
    return { nextDueAt, toDecide }
  }
  for (const stage of ['later', 'later']) {
    await attempt('no_answer')
    expect(await stageOf()).toBe(stage)
    expect(await due()).toEqual({ nextDueAt: expect.any(String), toDecide: 0 })
  }
  await attempt('no_answer')
  await passTime('2 days')
  expect(await stageOf()).toBe('later')
  expect(await due()).toEqual({ nextDueAt: null, toDecide: 1 })
})

test('rule 21.70: what customers change is to confirm again, until an admin has said yes or opened it', async () => {
  await place(anAttempt(1))
  await attempt('yes')
  await change()
  expect(await stageOf()).toBe('to_confirm')
  const [later, yes] = [crypto.randomUUID(), crypto.randomUUID()]
  const press = (made: string, request: ReturnType<typeof crypto.randomUUID>) =>
    act('attempt', { id: ID, act: made, at: new Date().toISOString() }, request)
  await press('later', later)
  expect(await stageOf()).toBe('later')
  await undoAct(later)
  await press('yes', yes)
  expect(await stageOf()).toBe('to_pack')
  await undoAct(yes)
  expect(await stageOf()).toBe('to_confirm')
  await ask('admin_see_order', { p: { id: ID } })
  expect(await stageOf()).toBe('to_pack')
})

test('rule 21.70: a marked order that its customer confirmed is asked about, until an admin says yes', async () => {
  await place(anAttempt(1))
  await sql(
    `insert into private.marked_orders (order_id, mark, group_key, marked_at)
     select id, 'large_amount', '000000000000', now() - interval '2 hours' from public.orders`,
  )
  await sql(
    `insert into private.confirmation_attempts (order_id, at, actor, act)
     select id, now() - interval '1 hour', 'customer', 'yes' from public.orders`,
  )
  expect(await stageOf()).toBe('to_confirm')
  const pressed = await attempt('yes')
  expect(await stageOf()).toBe('to_pack')
  expect(await ask('admin_order_counts', {})).toMatchObject({ groups: [] })
  await undoAct(pressed)
  expect(await stageOf()).toBe('to_confirm')
  await act('release', { id: ID })
  expect(await stageOf()).toBe('to_pack')
})

test('rule 21.70: joined, replaced and cancelled orders are in stages of their own', async () => {
  await place(anAttempt(1, { items: [anItem()] }))
  await place(anAttempt(2, { shippingAddress: anAttempt(1).shippingAddress }))
  const versions = { version: await versionOf(ID), intoVersion: await versionOf('NTH00002') }
  await act('join', { id: ID, into: 'NTH00002', ...versions })
  expect(await stageOf()).toBe('joined')
  await act('take_apart', { id: ID, intoVersion: await versionOf('NTH00002') })
  expect(await stageOf()).toBe('to_confirm')
  await book(ID, { status: 'cancelled' })
  expect(await stageOf()).toBe('cancelled')
})

test('rule 21.3: the run has the orders to confirm, and no others', async () => {
  for (let nth = 1; nth <= 5; nth += 1) await place(anAttempt(nth))
  await attempt('yes')
  await act('tell', { id: 'NTH00002', kind: 'confirm', language: 'en' })
  await act('batch', { id: '', courier: 'tcs', ids: ['NTH00003'], include: ASKED_REASONS })
  const { lists } = await shownStages(sql, ask)
  const shown: unknown[] = []
  for (;;) {
    const p = { device: 'device-one', skip: shown }
    const next = await ask('admin_next_order', { p })
    if (next['id'] === null) break
    shown.push(next['id'])
  }
  expect(shown.sort()).toEqual(lists['to_confirm'])
})

test('whoever orders hundreds of times with one phone makes no page of the admin slow', async () => {
  const own = anAttempt(1)
  await place(own)
  await addOrders(300)
  expect(await readsOf(() => sql('select private.fold_stages()'))).toBeLessThan(40 * 300)
  const shippingAddress = { ...goodAddress, phone: '0300 7654321' }
  const p = { id: ID, token: own.token, version: 1, shippingAddress }
  expect((await call(anonymous, 'change_order', { p })).body).toMatchObject({ ok: true })
  // Another order of its former phone stands for all of them.
  expect(await sql('select count(distinct order_id)::integer from private.stage_changes')).toEqual([
    { count: 2 },
  ])
  expect(await readsOf(() => sql('select private.fold_stages()'))).toBeLessThan(40 * 300)
})
