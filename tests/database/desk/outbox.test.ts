import { describe, expect, test } from 'vitest'
import { anAttempt, anEntry, anOrderRequest, token } from '#tests/support/order-factories.ts'
import { aDevice, type ClaimedNotice, outboxCalls } from '#tests/support/outbox-calls.ts'
import {
  admin,
  anonymous,
  attacker,
  from,
  openDatabase,
  type Row,
  refusal,
  tooMany,
} from '../../support/database.ts'
import { MAX_COUNTS, setCount } from '../../support/limits.ts'

const { sql, call, place, versionOf, queryAs, act, erase, book } = openDatabase()
const { claim, report, pass } = outboxCalls(sql)

const { url: phone, p256dh, auth } = aDevice('phone')
const { url: desk } = aDevice('desk')
const keys = { p256dh, auth }

async function addTarget(url = phone): Promise<string> {
  const [row] = await sql<{ id: string }>(
    `insert into private.notice_targets (way, url, p256dh, auth, user_id)
     select 'push', $1, $2, $3, user_id from private.store_admins returning id`,
    [url, keys.p256dh, keys.auth],
  )
  return row?.id ?? ''
}
async function tellAll(): Promise<ClaimedNotice[]> {
  const notices = await claim()
  for (const { id, targets } of notices) await report({ id, told: targets.map((to) => to.id) })
  return notices
}
const placeMany = async (count: number, from = 1) => {
  for (let nth = from; nth < from + count; nth += 1)
    expect((await place(anAttempt(nth))).status).toBe(201)
}
const stepDevice = (name: string) => ({
  url: `https://fcm.googleapis.com/fcm/send/${name}`,
  ...keys,
})
const written = () => sql('select kind, subject from private.outbox order by id')
const kindsOf = (notices: ClaimedNotice[]) => notices.map(({ kind }) => kind)

describe('rule 24.1: an act writes what it tells in its own transaction', () => {
  test('a new order once, also when its attempt is sent again', async () => {
    await place(anOrderRequest())
    await place(anOrderRequest())
    expect(await written()).toEqual([{ kind: 'order', subject: 'ABCDEFGH' }])
  })

  test('a refused order nothing', async () => {
    await place(anOrderRequest({ total: 1 }))
    expect(await written()).toEqual([])
  })

  test('an order that an admin enters nothing', async () => {
    await act('enter', anEntry())
    expect(await written()).toEqual([])
  })

  test('a change and a cancellation by the customer', async () => {
    await place(anOrderRequest())
    const own = { id: 'ABCDEFGH', token }
    const extras = { landmark: 'Behind the mosque' }
    await call(anonymous, 'change_order', { p: { ...own, version: 1, extras } })
    const p = { ...own, version: await versionOf('ABCDEFGH'), reason: 'changed_mind' }
    await call(anonymous, 'cancel_order', { p })
    expect((await written()).slice(1)).toEqual([
      { kind: 'changed', subject: 'ABCDEFGH' },
      { kind: 'cancelled', subject: 'ABCDEFGH' },
    ])
  })

  test('what an admin does nothing', async () => {
    await place(anOrderRequest())
    await act('correct', { id: 'ABCDEFGH', version: 1, extras: { landmark: 'Behind the mosque' } })
    expect(await written()).toHaveLength(1)
  })

  test('a request for help and a message', async () => {
    await place(anOrderRequest())
    await sql(`insert into private.help_requests (order_id, kind, text)
      values ('ABCDEFGH', 'damaged', 'It leaks')`)
    const message = { name: 'Ayesha', email: 'a@b.example', subject: 'Oil', message: 'How much?' }
    await call(anonymous, 'send_message', { p: { messageId: 'message-id-00000001', ...message } })
    expect((await written()).slice(1)).toEqual([
      { kind: 'help', subject: 'ABCDEFGH' },
      { kind: 'message', subject: 'message-id-00000001' },
    ])
  })

  test('a limit once for its group, until that is decided', async () => {
    const phoneOfAll = { shippingAddress: anOrderRequest().shippingAddress }
    for (let nth = 1; nth <= 8; nth += 1) await place(anAttempt(nth, phoneOfAll))
    const limits = (await written()).filter(({ kind }) => kind === 'limit')
    expect(limits).toEqual([{ kind: 'limit', subject: 'many_of_phone' }])
  })
})

describe('rule 24.2: a claim', () => {
  test('has what and how much, and the city by the name that the shop has for it', async () => {
    await addTarget()
    const { shippingAddress, ...rest } = anOrderRequest()
    await place({ ...rest, shippingAddress: { ...shippingAddress, city: 'lhr' } })
    const [notice] = await claim()
    expect(notice).toMatchObject({ kind: 'order', subject: 'ABCDEFGH', city: 'Lahore' })
    expect(notice?.amount).toBe(rest.total)
  })

  test('has nothing that a customer typed', async () => {
    await addTarget()
    const { shippingAddress, ...rest } = anOrderRequest()
    await place({
      ...rest,
      shippingAddress: { ...shippingAddress, city: 'Ayesha, 0300 1234567' },
    })
    const [notice] = await claim()
    expect(notice?.city).toBeNull()
    expect(JSON.stringify(notice)).not.toMatch(/Ayesha|1234567|Model Town/)
  })

  test('comes again after 1, 5 and 30 minutes, until every device was told', async () => {
    const [first, second] = [await addTarget(phone), await addTarget(desk)]
    await placeMany(1)
    const [notice] = await claim()
    expect(notice?.targets.map(({ id }) => id).toSorted()).toEqual([first, second].toSorted())
    await report({ id: notice?.id, told: [first], failures: { [second]: 'The service is down' } })
    expect(await claim()).toEqual([])
    await pass('1 minute')
    expect((await claim())[0]?.targets.map(({ id }) => id)).toEqual([second])
    await pass('4 minutes')
    expect(await claim()).toEqual([])
    await pass('1 minute')
    expect(await claim()).toHaveLength(1)
    await pass('30 minutes')
    const [last] = await claim()
    await report({ id: last?.id, told: [second] })
    await pass('1 day')
    expect(await claim()).toEqual([])
    expect(await sql('select failure from private.notice_targets')).toEqual([
      { failure: null },
      { failure: null },
    ])
  })

  test('waits as long as a service asks, and not for a device that is forgotten', async () => {
    const [first, second] = [await addTarget(phone), await addTarget(desk)]
    await placeMany(1)
    const [notice] = await claim()
    await report({ id: notice?.id, gone: [first], wait: 600 })
    await pass('9 minutes')
    expect(await claim()).toEqual([])
    await pass('1 minute')
    expect((await claim())[0]?.targets.map(({ id }) => id)).toEqual([second])
  })

  test('has a device that joins later, and none of an admin who was removed', async () => {
    await addTarget()
    await placeMany(1)
    await claim()
    await sql('delete from private.store_admins where true')
    await pass('1 minute')
    expect(await claim()).toEqual([])
    expect(await sql('select from private.notice_targets')).toEqual([])
  })

  test('forgets what happens while there is no device', async () => {
    await placeMany(1)
    expect(await claim()).toEqual([])
    await addTarget()
    await pass('1 hour')
    expect(await claim()).toEqual([])
  })
})

describe('rule 24.3: many acts are one notice', () => {
  test('more than five at once, with their sum', async () => {
    await addTarget()
    await placeMany(6)
    const [notice, ...others] = await tellAll()
    expect(others).toEqual([])
    expect(notice).toMatchObject({ kind: 'several', counts: { order: 6 }, toConfirm: 6 })
    expect(notice?.amount).toBe(6 * anOrderRequest().total)
  })

  test('what follows five of the last ten minutes', async () => {
    await addTarget()
    await placeMany(5)
    expect(kindsOf(await tellAll())).toEqual(Array.from({ length: 5 }, () => 'order'))
    await placeMany(7, 6)
    expect(await tellAll()).toEqual([])
    await pass('10 minutes')
    expect(await tellAll()).toMatchObject([{ kind: 'several', counts: { order: 7 } }])
  })

  test('of a day without the service one digest is left, and one of acts told in part', async () => {
    const [first, second] = [await addTarget(phone), await addTarget(desk)]
    await placeMany(2)
    for (const { id } of await claim()) await report({ id, told: [first] })
    await pass('20 hours')
    await placeMany(9, 3)
    for (const { id } of await claim()) await report({ id })
    await pass('25 hours')
    const digests = (await tellAll()).toSorted((a, b) => a.targets.length - b.targets.length)
    expect(digests.map(({ kind, counts, targets }) => [kind, counts, targets.length])).toEqual([
      ['digest', { order: 2 }, 1],
      ['digest', { order: 9 }, 2],
    ])
    expect(digests[0]?.targets[0]?.id).toBe(second)
    await pass('1 day')
    expect(await claim()).toEqual([])
  })

  test('but what may have been shown, as its program was ended, comes again as it was', async () => {
    await addTarget()
    await placeMany(1)
    await claim()
    await pass('2 days')
    await placeMany(6, 2)
    expect(kindsOf(await claim()).toSorted()).toEqual(['order', 'several'])
  })

  test('and after a week it goes', async () => {
    await addTarget()
    await placeMany(1)
    await pass('8 days')
    await sql('select private.apply_retention()')
    expect(await sql('select from private.outbox')).toEqual([])
  })
})

test('rule 24.2: the keys are saved once', async () => {
  const save = async (publicKey: string) => {
    const [row] = await sql<{ saved: Row }>('select public.report_notices($1) as saved', [
      { vapid: { publicKey, privateKey: `of ${publicKey}` } },
    ])
    return row?.saved
  }
  const keys = { publicKey: 'first', privateKey: 'of first' }
  expect(await save('first')).toEqual(keys)
  expect(await save('second')).toEqual(keys)
})

test('rule 24.2: nobody but the program that sends empties the outbox', async () => {
  for (const caller of [anonymous, attacker, admin]) {
    for (const statement of ['claim_notices()', "report_notices('{}')"])
      await expect(queryAs(caller, `select public.${statement}`)).rejects.toMatchObject({
        code: '42501',
      })
  }
})

describe('rule 24.9: a customer who asked is told of the steps of her order', () => {
  const own = { id: 'ABCDEFGH', token }
  const watch = (p: Row) => call(anonymous, 'watch_order', { p: { ...own, ...p } })
  const ship = () => sql("update public.orders set status = 'shipped' where true")
  const urls = async () =>
    (
      await sql('select url from private.notice_targets where order_id is not null order by url')
    ).map(({ url }) => url)

  test('and nobody else is, of nothing else', async () => {
    await addTarget()
    await place(anOrderRequest())
    await tellAll()
    expect((await watch(stepDevice('one'))).body).toMatchObject({ ok: true })
    await placeMany(1)
    expect((await tellAll()).map(({ targets }) => targets.map(({ url }) => url))).toEqual([[phone]])
    await sql("update public.orders set status = 'processing' where true")
    await ship()
    const [step, ...others] = await tellAll()
    expect(others).toEqual([])
    expect(step).toMatchObject({
      kind: 'step',
      subject: 'ABCDEFGH',
      status: 'shipped',
      amount: null,
    })
    expect(step?.targets.map(({ url }) => url)).toEqual([stepDevice('one').url])
    await sql("update public.orders set status = 'delivered' where true")
    expect(await tellAll()).toMatchObject([{ kind: 'step', status: 'delivered' }])
  })

  test('not of a step that was taken back before it was told, nor of a lost parcel', async () => {
    await place(anOrderRequest())
    await watch(stepDevice('one'))
    for (const then of [
      "update public.orders set status = 'processing' where true",
      "update private.parcels set state = 'lost', ended_at = now() where true",
    ]) {
      await book('ABCDEFGH', { status: 'shipped', courier: 'tcs' })
      expect(await sql("select from private.outbox where kind = 'step'")).toHaveLength(1)
      await sql(then)
      expect(await claim()).toEqual([])
      expect(await sql("select from private.outbox where kind = 'step'")).toEqual([])
    }
  })

  test('until one press withdraws it', async () => {
    await place(anOrderRequest())
    await watch(stepDevice('one'))
    await watch(stepDevice('one'))
    expect(await urls()).toEqual([stepDevice('one').url])
    await watch({ url: stepDevice('one').url })
    expect(await urls()).toEqual([])
    await ship()
    expect(await claim()).toEqual([])
  })

  test('17.28 a hundred times of one client, whether or not the token is right', async () => {
    await place(anOrderRequest())
    const caller = from('203.0.113.7')
    const ask = () => call(caller, 'watch_order', { p: { ...own, ...stepDevice('one') } })
    await setCount(sql, 'watch', '203.0.113.7', MAX_COUNTS.watch - 1)
    expect((await ask()).body).toMatchObject({ ok: true })
    expect(await ask()).toEqual(tooMany)
    const { p256dh: _, auth: __, ...withdrawn } = stepDevice('one')
    expect(await watch(withdrawn)).toMatchObject({ body: { ok: true } })
  })

  test('on five devices at most, the last ones', async () => {
    await place(anOrderRequest())
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) await watch(stepDevice(name))
    expect(await urls()).toHaveLength(5)
    expect(await urls()).toContain(stepDevice('f').url)
  })

  test('only by the holder of the token, and only through the push service of a browser', async () => {
    await place(anOrderRequest())
    expect(await watch({ ...stepDevice('one'), token: 'another-token-of-no-order' })).toEqual(
      refusal(200, 'not_found'),
    )
    for (const url of [
      'https://attacker.example/push.apple.com/',
      'https://evilpush.apple.com.attacker.example/',
      'http://fcm.googleapis.com/',
    ])
      expect(await watch({ ...keys, url })).toEqual(refusal(422, 'bad_field', 'url'))
    expect(await urls()).toEqual([])
  })

  test('without the admin seeing the device', async () => {
    await place(anOrderRequest())
    await watch(stepDevice('one'))
    expect((await call(admin, 'admin_notices', {})).body['targets']).toEqual([])
  })

  test('and the device is forgotten a week after it joined, once the order is closed', async () => {
    await place(anOrderRequest())
    await watch(stepDevice('one'))
    await sql("update private.notice_targets set added_at = now() - interval '8 days' where true")
    await sql('select private.apply_retention()')
    expect(await urls()).toHaveLength(1)
    await sql("update public.orders set status = 'cancelled' where true")
    await sql('select private.apply_retention()')
    expect(await urls()).toEqual([])
  })

  test('and with the personal data of the order', async () => {
    await place(anOrderRequest())
    await watch(stepDevice('one'))
    await sql("update public.orders set status = 'cancelled' where true")
    await erase({ order: 'ABCDEFGH' })
    expect(await urls()).toEqual([])
  })
})
