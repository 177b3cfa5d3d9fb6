/* Confirming orders: attempts, the run and its leases, the confirm link, and joined orders. */
import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { anItem, anOrderRequest, token } from '#tests/support/order-factories.ts'
import { goodAddress } from '../../support/address-cases.ts'
import { admin, anonymous, from, openDatabase, type Row, tooMany } from '../../support/database.ts'

const { sql, call, place, setAge, addOrders, versionOf, act, undoAct, book, expectExactCounts } =
  openDatabase()

const id = 'ABCDEFGH'
const other = 'BCDEFGHJ'

beforeEach(() => place())

let nth = 0

/** Each a second after the one before. now() stands still in a test, and no attempt may be later. */
function attempt(made: string, more: Row = {}, request = randomUUID()) {
  nth += 1
  const at = new Date(Date.now() - 600_000 + nth * 1000).toISOString()
  return act('attempt', { id, act: made, at, ...more }, request)
}

async function confirmation(of = id) {
  const { body } = await call(admin, 'admin_order', { p_id: of })
  return body['confirmation'] as Row
}

describe('attempts', () => {
  test('of a clock that is ahead were made when they arrive', async () => {
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString()
    await attempt('no_answer', { at: tomorrow })
    const [row] = await sql('select at <= now() as "hasArrived" from private.confirmation_attempts')
    expect(row).toEqual({ hasArrived: true })
  })

  test('without a time, older than a week, without a hold’s reason or of an unknown order are refused', async () => {
    for (const at of [undefined, new Date(Date.now() - 8 * 86_400_000).toISOString()]) {
      expect((await attempt('yes', { at })).body).toMatchObject({ code: 'bad_field', field: 'at' })
    }
    expect((await attempt('hold')).body).toMatchObject({ field: 'reason' })
    expect((await attempt('yes', { reason: 'phone' })).body).toMatchObject({ field: 'reason' })
    expect((await attempt('yes', { id: 'ZZZZZZZZ' })).body).toMatchObject({ code: 'not_found' })
  })

  test('are refused once the order is closed', async () => {
    for (const status of ['cancelled', 'delivered']) {
      await book(id, { status })
      expect((await attempt('yes')).body).toEqual({ id, ok: false, code: 'closed' })
    }
    await book(id, { status: 'shipped' })
    expect((await attempt('yes')).body).toMatchObject({ ok: true })
  })

  test('three without an answer wait for a decision, and cancel nothing', async () => {
    for (let nth = 0; nth < 3; nth += 1) await attempt('no_answer')
    expect(await confirmation()).toMatchObject({ state: 'unreached', noAnswers: 3 })
    const { body } = await call(admin, 'admin_order', { p_id: id })
    expect(body['order']).toMatchObject({ status: 'pending' })
  })

  test.each([
    ['no_answer', '25 19:59', '25 21:59'],
    ['no_answer', '25 20:00', '26 10:00'],
    ['no_answer', '25 07:30', '25 10:00'],
    ['later', '25 18:59', '25 21:59'],
    ['later', '25 19:00', '26 10:00'],
    ['later', '25 23:30', '26 10:00'],
    ['tomorrow', '25 00:10', '26 10:00'],
    ['tomorrow', '25 23:50', '26 10:00'],
    // Messages are sent at any hour.
    ['asked', '25 23:30', '26 01:30'],
  ])('rule 21.3: after %s on day and hour %s it is tried again on %s', async (made, at, due) => {
    const [row] = await sql(
      `select to_char(private.due_at($1, ('2026-11-' || $2)::timestamp at time zone zone) at time zone zone, 'DD HH24:MI') as due
       from (select 'Asia/Karachi' as zone) as there`,
      [made, at],
    )
    expect(row).toEqual({ due })
  })
})

describe('the run', () => {
  const next = (device: string, more: Row = {}) =>
    call(admin, 'admin_next_order', { p: { device, ...more } })

  test('two devices never have one order at once', async () => {
    await place(anOrderRequest({ id: other }))
    const [one, two] = [await next('device-one'), await next('device-two')]
    expect(new Set([one.body['id'], two.body['id']])).toEqual(new Set([id, other]))
    expect((await next('device-three')).body).toMatchObject({ id: null, due: 2 })
    expect((await next('device-one')).body['id']).toBe(one.body['id'])
    // Asked for by name it comes over, and is not on the other device any more.
    const taken = one.body['id']
    expect((await next('device-two', { first: taken })).body['id']).toBe(taken)
    expect((await next('device-one')).body['id']).toBeNull()
    await sql("update private.order_leases set ends_at = now() - interval '1 second' where true")
    expect((await next('device-three')).body['id']).not.toBeNull()
  })

  test('what is on the screen of one device is counted apart, and stays while that shows it', async () => {
    const leases = async () => (await call(admin, 'admin_stages', {})).body['leases']
    const endsSoon = () =>
      sql("update private.order_leases set ends_at = now() + interval '1 second' where true")
    const ends = async () =>
      (
        await sql("select ends_at - now() > interval '1 minute' as later from private.order_leases")
      )[0]
    expect(await leases()).toEqual({})
    await next('device-one')
    expect(await leases()).toEqual({ 'device-one': 1 })
    await endsSoon()
    await call(admin, 'admin_run_list', { p: { device: 'device-two' } })
    expect(await ends()).toEqual({ later: false })
    await call(admin, 'admin_run_list', { p: { device: 'device-one' } })
    expect(await ends()).toEqual({ later: true })
    // Its page was left.
    await sql("update private.order_leases set ends_at = now() - interval '1 second' where true")
    expect(await leases()).toEqual({})
    await next('device-one')
    await attempt('yes')
    expect(await leases()).toEqual({})
  })

  test('an order that is confirmed, held, postponed or known is not in it', async () => {
    expect((await next('device-one')).body['id']).toBe(id)
    await attempt('tomorrow')
    expect((await next('device-one')).body).toMatchObject({ id: null, due: 0 })
    await attempt('hold', { reason: 'stock' })
    expect((await next('device-one')).body).toMatchObject({ id: null, due: 0 })
    await attempt('resume')
    await attempt('yes')
    expect((await next('device-one')).body).toMatchObject({ id: null, due: 0 })
  })

  test('a phone with two delivered orders and none that came back is known', async () => {
    for (const delivered of ['CDEFGHJK', 'DEFGHJKL']) {
      await place(anOrderRequest({ id: delivered }))
      await book(delivered, { status: 'delivered' })
    }
    expect(await confirmation()).toMatchObject({ state: 'known' })
    await place(anOrderRequest({ id: 'EFGHJKLM' }))
    await book('EFGHJKLM', { status: 'cancelled', outcome: 'refused' })
    expect(await confirmation()).toMatchObject({ state: 'open' })
  })

  test('a device that passes an order over gets the next one', async () => {
    await place(anOrderRequest({ id: other }))
    const first = (await next('device-one')).body['id']
    const second = (await next('device-one', { skip: [first] })).body['id']
    expect(new Set([first, second])).toEqual(new Set([id, other]))
    expect((await next('device-two')).body['id']).toBe(first)
  })
})

describe('rule 21.49: undoing an attempt', () => {
  test('leaves what was before it', async () => {
    await attempt('no_answer')
    const before = await confirmation()
    const pressed = randomUUID()
    await attempt('yes', {}, pressed)
    expect((await undoAct(pressed)).body).toEqual({ id, ok: true })
    expect(await confirmation()).toEqual(before)
  })

  test('is refused once there is a newer one, the order changed, or a courier has it', async () => {
    const presses = [randomUUID(), randomUUID(), randomUUID()] as const
    await attempt('yes', {}, presses[0])
    await attempt('reset', {}, presses[1])
    expect((await undoAct(presses[0])).body).toEqual({ id, ok: false, code: 'stale' })
    await book(id, { status: 'processing' })
    expect((await undoAct(presses[1])).body).toMatchObject({ code: 'stale' })
    await attempt('yes', {}, presses[2])
    await book(id, { courier: 'tcs' })
    expect((await undoAct(presses[2])).body).toMatchObject({ code: 'booked' })
    expect(await confirmation()).toMatchObject({ state: 'confirmed' })
    expect((await undoAct(randomUUID())).body).toEqual({ ok: false, code: 'not_found' })
  })
})

describe('rule 21.3: an order that was asked', () => {
  const ask = (more: Row = {}) => act('tell', { id, kind: 'confirm', language: 'en', ...more })
  const next = async (more: Row = {}) =>
    (await call(admin, 'admin_next_order', { p: { device: 'device-one', ...more } })).body
  async function waiting() {
    const { body } = await call(admin, 'admin_orders', { p: { filter: { stage: 'waiting' } } })
    return (body['orders'] as Row[]).map((row) => row['id'])
  }
  const passTime = (time: string) =>
    sql(`update private.confirmation_attempts set at = at - $1::interval where true`, [time])

  test('waits for the reply, and comes again after two hours', async () => {
    await ask()
    expect(await sql('select act from private.confirmation_attempts')).toEqual([{ act: 'asked' }])
    expect(await waiting()).toEqual([id])
    expect(await next()).toMatchObject({ id: null, due: 0 })
    await passTime('2 hours')
    expect(await waiting()).toEqual([])
    expect(await next()).toMatchObject({ id, due: 1 })
  })

  test('waits again as before once a yes to several orders is undone, all of them', async () => {
    const other = 'BBBBBBBB'
    await place(anOrderRequest({ id: other }))
    await ask()
    await ask({ id: other })
    // A test is one moment: what was said later would be no later.
    await sql("update private.confirmation_attempts set at = at - interval '1 minute'")
    const due = () => sql('select id, stage, due_at from private.order_stage order by id')
    const before = await due()
    expect(before.map(({ stage }) => stage)).toEqual(['waiting', 'waiting'])
    const request = randomUUID()
    const at = new Date().toISOString()
    const rows = [id, other].map((one) => ({ id: one, act: 'yes', at }))
    await call(admin, 'admin_act', { p: { request, act: 'attempt', rows } })
    expect(await waiting()).toEqual([])
    await call(admin, 'admin_undo_act', { p: { request } })
    expect(await due()).toEqual(before)
    expect(new Set(await waiting())).toEqual(new Set([id, other]))
  })

  test('waits no more once its customer confirms by the link, or it is held or closed', async () => {
    const code = randomUUID().replaceAll('-', '').slice(0, 24)
    await ask({ code })
    await call(anonymous, 'confirm_order', { p: { id, code } })
    expect(await waiting()).toEqual([])
    expect(await confirmation()).toMatchObject({ state: 'confirmed', by: 'customer' })
    expect(await next()).toMatchObject({ id: null, due: 0 })

    await place(anOrderRequest({ id: other }))
    await ask({ id: other })
    expect(await waiting()).toEqual([other])
    await attempt('hold', { id: other, reason: 'address', at: new Date().toISOString() })
    expect(await waiting()).toEqual([])
    await attempt('resume', { id: other, at: new Date().toISOString() })
    await ask({ id: other })
    await book(other, { status: 'cancelled' })
    expect(await waiting()).toEqual([])
  })

  test('is taken back by Undo, and comes first on the device that asks for it', async () => {
    await place(anOrderRequest({ id: other }))
    const request = randomUUID()
    await act('tell', { id, kind: 'confirm', language: 'en' }, request)
    await undoAct(request)
    expect(await waiting()).toEqual([])
    for (const first of [other, id]) expect(await next({ first })).toMatchObject({ id: first })
    // The chat was opened all the same.
    expect(await sql('select from private.told_messages')).toHaveLength(1)
  })

  test('waits for nothing where the message says something else, or the order is closed', async () => {
    await ask({ kind: 'shipped' })
    await book(id, { status: 'shipped' })
    await ask()
    expect(await sql('select from private.confirmation_attempts')).toEqual([])
  })
})

describe('the confirm link', () => {
  const make = async (code = randomUUID().replaceAll('-', '').slice(0, 24)) => {
    const told = { id, kind: 'confirm', language: 'en', code }
    expect((await act('tell', told)).body['ok']).toBe(true)
    return code
  }
  const confirm = (code: string, caller = anonymous) =>
    call(caller, 'confirm_order', { p: { id, code } })

  test.each([
    ...[undefined, null, '', 5, true, [], {}, '%', "' or 1=1 --", 'A'.repeat(24)],
    ...[id, token, goodAddress.phone],
  ])('A117 is none of the code %j', async (code) => {
    await make()
    for (const of of [id, 'ZZZZZZZZ']) {
      const { body } = await call(anonymous, 'confirm_order', { p: { id: of, code } })
      expect(body).toMatchObject({ ok: false })
    }
    expect(await confirmation()).toMatchObject({ state: 'open' })
  })

  test('A117 ends by five guesses, each of which counts for its client', async () => {
    const code = await make()
    for (let nth = 1; nth <= 25; nth += 1) {
      const guess = `${code.slice(0, 8)}${String(nth).padStart(16, '0')}`
      const response = await confirm(guess, from('203.0.113.9'))
      if (nth > 20) expect(response).toEqual(tooMany)
      else expect(response.body).toEqual({ ok: false, code: 'code_ended' })
    }
    expect((await confirm(code)).body).toEqual({ ok: false, code: 'code_ended' })
    expect(await confirmation()).toMatchObject({ state: 'open' })
  })

  test.each<[name: string, given: Row]>([
    ['confirm_order', {}],
    ['change_order', { version: 1, shippingAddress: { ...goodAddress, fullName: 'Attacker' } }],
    ['cancel_order', { version: 1, reason: 'changed_mind' }],
  ])('A118 does nothing to another order by %s', async (name, given) => {
    await place(anOrderRequest({ id: other }))
    const { body } = await call(anonymous, name, { p: { id: other, code: await make(), ...given } })
    expect(body).toEqual({ ok: false, code: 'code_ended' })
    expect(await confirmation(other)).toMatchObject({ state: 'open' })
  })

  test('A118 confirms once, says so again to a retry, and does nothing else', async () => {
    const code = await make()
    expect((await confirm(code)).body).toMatchObject({ ok: true, order: { masked: false } })
    await sql("update private.confirm_codes set used_at = used_at - interval '50 minutes'")
    expect((await confirm(code)).body).toMatchObject({ ok: true })
    // A retry gives the code no other hour.
    const older = "select from private.confirm_codes where used_at < now() - interval '40 minutes'"
    expect(await sql(older)).toHaveLength(1)
    expect(await confirmation()).toMatchObject({ state: 'confirmed', by: 'customer' })
    const confirmed = "select from private.confirmation_attempts where act = 'yes'"
    expect(await sql(confirmed)).toHaveLength(1)
    for (const [name, given] of [
      ['change_order', { shippingAddress: { ...goodAddress, fullName: 'Attacker' } }],
      ['cancel_order', { reason: 'other' }],
    ] as const) {
      const version = await versionOf(id)
      const { body } = await call(anonymous, name, { p: { id, code, version, ...given } })
      expect(body).toEqual({ ok: false, code: 'code_ended' })
    }
  })

  test('shows the order in full to its holder and confirms nothing by that', async () => {
    const code = await make()
    await setAge('2 hours', id)
    for (let nth = 0; nth < 100; nth += 1) {
      const { body } = await call(anonymous, 'get_order', { p_id: id, p_token: code })
      expect(body).toMatchObject({ ok: true, order: { masked: false, mayChange: true } })
    }
    expect(await confirmation()).toMatchObject({ state: 'open' })
    const { body } = await call(anonymous, 'get_order', {
      p_id: id,
      p_token: `${code.slice(0, 23)}!`,
    })
    expect(body).toMatchObject({ order: { masked: true } })
  })

  test('changes or cancels once', async () => {
    const code = await make()
    const shippingAddress = { ...goodAddress, address: '5 New Street' }
    const change = async () =>
      call(anonymous, 'change_order', {
        p: { id, code, version: await versionOf(id), shippingAddress },
      })
    expect((await change()).body).toMatchObject({
      ok: true,
      order: { shippingAddress, mayChange: false },
    })
    expect((await change()).body).toMatchObject({
      ok: false,
      code: 'stale',
      order: { shippingAddress },
    })
    expect(await confirmation()).toMatchObject({ state: 'confirmed', by: 'customer' })
    const second = await make()
    const { body } = await call(anonymous, 'cancel_order', {
      p: { id, code: second, version: await versionOf(id), reason: 'other' },
    })
    expect(body).toMatchObject({ ok: true, order: { status: 'cancelled' } })
  })

  test('A119 ends by booking and by seven days', async () => {
    const booked = await make()
    await book(id, { courier: 'tcs' })
    expect((await confirm(booked)).body).toEqual({ ok: false, code: 'booked' })
    await book(id, { courier: null })
    await sql("update private.confirm_codes set made_at = now() - interval '7 days' where true")
    expect((await confirm(booked)).body).toEqual({ ok: false, code: 'code_ended' })
    expect(await confirmation()).toMatchObject({ state: 'open' })
  })

  test('works however often the order is looked at, and four messages end the oldest only', async () => {
    const codes = [await make()]
    for (let nth = 0; nth < 10; nth += 1) {
      await call(admin, 'admin_next_order', {
        p: { device: 'device-one', skip: [] },
      })
      await call(admin, 'admin_order', { p_id: id })
    }
    await make(codes[0])
    expect(await sql('select from private.confirm_codes')).toHaveLength(1)
    for (let nth = 0; nth < 3; nth += 1) {
      await sql(
        "update private.confirm_codes set made_at = made_at - interval '1 minute' where true",
      )
      codes.push(await make())
    }
    expect((await confirm(codes[0] ?? '')).body).toEqual({ ok: false, code: 'code_ended' })
    expect((await confirm(codes[1] ?? '')).body).toMatchObject({ ok: true })
  })

  test('opens nothing an hour after it was used', async () => {
    const code = await make()
    await confirm(code)
    await sql("update private.confirm_codes set used_at = used_at - interval '1 hour' where true")
    expect((await confirm(code)).body).toEqual({ ok: false, code: 'code_ended' })
  })

  test.each(['short', 'A'.repeat(25), `${'A'.repeat(23)}-`])('has no code as %s', async (code) => {
    const { body } = await act('tell', { id, kind: 'confirm', language: 'en', code })
    expect(body).toMatchObject({ code: 'bad_field', field: 'code' })
  })

  test('is not ended by whoever knows only the order’s number', async () => {
    const code = await make()
    for (let nth = 0; nth < 10; nth += 1) await confirm(`BBBBBBBB${nth}BBBBBBBBBBBBBBB`)
    expect((await confirm(code)).body).toMatchObject({ ok: true })
  })

  test('is saved as a hash only', async () => {
    const code = await make()
    const rows = JSON.stringify(await sql('select * from private.confirm_codes'))
    expect(rows).toContain(code.slice(0, 8))
    expect(rows).not.toContain(code.slice(8))
  })
})

describe('joined orders', () => {
  const join = async () =>
    act('join', {
      ...{ id: other, version: await versionOf(other) },
      ...{ into: id, intoVersion: await versionOf(id) },
    })

  const takeApart = async () => act('take_apart', { id: other, intoVersion: await versionOf(id) })

  test('rule 7.27: say that they were joined, and never into which order', async () => {
    const joined = async (p_token?: string) => {
      const { body } = await call(anonymous, 'get_order', {
        p_id: other,
        ...(p_token && { p_token }),
      })
      expect(JSON.stringify(body)).not.toContain(id)
      return (body['order'] as Row)['joined']
    }
    await place(anOrderRequest({ id: other }))
    // Masked after half an hour.
    await setAge('31 minutes')
    await join()
    expect([await joined(token), await joined()]).toEqual([true, true])
    await takeApart()
    expect([await joined(token), await joined()]).toEqual([false, false])
  })

  test('become one parcel, and both again until it is booked', async () => {
    await place(anOrderRequest({ id: other, items: [anItem(0, 2)], total: anItem().price * 2 }))
    expect((await join()).body).toEqual({ id: other, ok: true })
    await expectExactCounts()
    const read = await call(admin, 'admin_order', { p_id: other })
    expect(read.body).toMatchObject({
      order: { status: 'cancelled' },
      joined: { into: id },
      endReason: 'joined',
    })
    expect((await call(admin, 'admin_order', { p_id: id })).body).toMatchObject({
      order: { total: anItem().price * 3, items: [{ quantity: 3 }] },
      marks: [],
      // Counted as no cancellation.
      earlier: { count: 1, cancelled: 0, joined: 1 },
    })

    expect((await takeApart()).body).toEqual({ id: other, ok: true })
    await expectExactCounts()
    expect((await call(admin, 'admin_order', { p_id: other })).body).toMatchObject({
      order: { status: 'pending', total: anItem().price * 2 },
      joined: { into: null },
      endReason: null,
    })
    await join()
    await book(id, { courier: 'tcs' })
    expect((await takeApart()).body).toMatchObject({ code: 'booked' })
  })

  test('rule 14.7: a page has the newest of hundreds that may be joined, and how many there are', async () => {
    const ids = await addOrders(300)
    const { body } = await call(admin, 'admin_order', { p_id: id })
    expect((body['sameCustomer'] as Row[]).map((listed) => listed['id'])).toEqual(ids.slice(-20))
    expect(body).toMatchObject({ sameCustomerCount: 300, earlier: { count: 300, pending: 300 } })
  })

  test('are named with the versions that were seen', async () => {
    await place(anOrderRequest({ id: other }))
    for (const versions of [{ version: 1 }, { intoVersion: 1 }, { version: 1, intoVersion: 2 }]) {
      const p = { id: other, into: id, ...versions }
      expect((await act('join', p)).body).toMatchObject({ code: 'stale' })
    }
  })

  test('have one phone, and none is booked', async () => {
    await place(
      anOrderRequest({ id: other, shippingAddress: { ...goodAddress, phone: '0301 1112223' } }),
    )
    expect((await join()).body).toMatchObject({ code: 'other_phone' })
    await book(other, { courier: 'tcs' })
    expect((await join()).body).toMatchObject({ code: 'booked' })
  })

  test('rule 21.46: are not on hold, since a held one would leave with the other', async () => {
    const isHeld = async () =>
      ((await call(admin, 'admin_order', { p_id: id })).body['sameCustomer'] as Row[])[0]?.[
        'isHeld'
      ]
    await place(anOrderRequest({ id: other }))
    expect(await isHeld()).toBe(false)
    await act('attempt', { id: other, act: 'hold', at: new Date().toISOString(), reason: 'stock' })
    expect((await join()).body).toMatchObject({ code: 'held' })
    expect(await isHeld()).toBe(true)
  })
})

test('a chat is noted, and new ones of the last hour are counted', async () => {
  const { body } = await act('tell', { id, kind: 'confirm', language: 'ur-Latn' })
  expect(body).toMatchObject({
    ok: true,
    chats: 1,
    told: { language: 'ur-Latn', messages: [{ kind: 'confirm' }] },
  })
})
