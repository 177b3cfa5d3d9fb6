/* The outbox and the module that empties it, with a push service of the tests' own. */
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openDatabase } from '#tests/support/database.ts'
import { aNewOrder } from '#tests/support/order-factories.ts'
import { type Device, PushService } from '#tests/support/push-service.ts'
import { samples } from '#tests/support/random-run.ts'
import { outboxOf } from '#tools/local-backend/outbox.ts'
import { drain, type Outbox } from '../../../supabase/functions/outbox/drain.ts'

const { sql } = openDatabase()
let service: PushService

beforeEach(async () => {
  service = new PushService()
  await service.start()
})
afterEach(() => service.close())

let former: Promise<unknown> = Promise.resolve()
/** Reports of several devices come at once, and the tests have one connection. */
const outbox = outboxOf({
  transaction(work) {
    const result = former.then(() => work(sql))
    former = result.catch(() => undefined)
    return result
  },
})
const CONTACT = 'https://zulf.example'

const empty = (from: Outbox = outbox, fetchIt: typeof fetch = service.fetch, buildHook?: string) =>
  drain(from, {
    contact: CONTACT,
    buildHook,
    fetch: fetchIt,
    timeoutMs: service.behaviour === 'hang' ? 300 : 60_000,
  })

async function place(change: Record<string, unknown> = {}): Promise<string> {
  const order = aNewOrder(change)
  await sql('select public.place_order($1)', [order])
  return order.id
}

async function subscribe(device = service.addDevice()): Promise<Device> {
  await sql(
    `insert into private.notice_targets (way, url, p256dh, auth, user_id)
     select 'push', $1, $2, $3, user_id from private.store_admins`,
    [device.endpoint, device.p256dh, device.auth],
  )
  return device
}

const pass = (time: string) =>
  sql(
    `update private.outbox set at = at - $1::interval, next_at = next_at - $1::interval,
       claimed_at = claimed_at - $1::interval where true`,
    [time],
  )

const failures = async () =>
  (await sql('select failure from private.notice_targets')).map(({ failure }) => failure)

test('rule 24.2: every device is told of an order, with the sum, the city and what is to confirm, and of nothing personal', async () => {
  const devices = [await subscribe(), await subscribe()]
  const id = await place()
  await empty()
  const [{ total, city } = {}] = await sql(
    `select total::text, shipping_address ->> 'city' as city from public.orders`,
  )
  const shown = {
    title: 'New order',
    body: `${total}, ${city}, 1 to confirm`,
    tag: `order:${id}`,
    path: `/admin/orders/${id}`,
  }
  for (const { received } of devices) expect(received).toEqual([shown])
  await pass('1 day')
  await empty()
  for (const { received } of devices) expect(received).toHaveLength(1)
})

test('rule 24.2: nothing that a customer typed is in any notice of any act', async () => {
  const typed = ['Zainab', 'Street of Roses', '0311', 'Leaking', 'zainab@']
  const device = await subscribe()
  const shippingAddress = {
    fullName: 'Zainab Malik',
    address: 'Street of Roses 9',
    city: 'Zainab, 0311 7654321',
    state: 'Punjab',
    postalCode: '54000',
    country: 'Pakistan',
    phone: '0311 7654321',
  }
  const id = await place({ shippingAddress })
  const watching = service.addDevice()
  await sql(
    `insert into private.notice_targets (way, url, p256dh, auth, order_id) values
     ('push', $1, $2, $3, $4)`,
    [watching.endpoint, watching.p256dh, watching.auth, id],
  )
  await sql(
    `insert into private.help_requests (order_id, kind, text) values ($1, 'damaged', 'Leaking')`,
    [id],
  )
  await sql('select public.send_message($1)', [
    {
      messageId: 'message-id-00000009',
      name: 'Zainab',
      email: 'zainab@malik.example',
      subject: 'Leaking',
      message: 'Leaking',
    },
  ])
  await sql(
    `insert into private.order_audit (order_id, actor, before, after) values
     ($1, 'customer', '{}', '{"cancelReason": "other", "cancelText": "Leaking"}'),
     ($1, 'customer', '{}', '{"shippingAddress": {"fullName": "Zainab"}}')`,
    [id],
  )
  await empty()
  await pass('1 day')
  for (let nth = 0; nth < 6; nth += 1) await place({ shippingAddress })
  await empty()
  await place({ shippingAddress })
  await sql(
    `insert into private.outbox (kind, subject) select 'test', id from private.notice_targets`,
  )
  await sql(`update public.orders set status = 'shipped' where id = $1`, [id])
  await pass('2 days')
  await empty()
  const titles = [...device.received, ...watching.received].map(({ title }) => title)
  expect(titles).toEqual(
    expect.arrayContaining([
      ...['New order', 'Order cancelled', 'Order changed', 'Request for help', 'New message'],
      ...['Could not be told before', 'Test notice', 'Your order is on its way'],
    ]),
  )
  expect(titles.join()).toMatch(/7 new orders|6 new orders/)
  const all = JSON.stringify([device.received, watching.received])
  for (const text of typed) expect(all).not.toContain(text)
})

test('rule 24.2: of fifty orders, with kills at random places, each is told, and shown once', async () => {
  const device = await subscribe()
  const ids: string[] = []
  for (const steps of samples(fc.integer({ min: 0, max: 6 }), 50)) {
    ids.push(await place())
    await empty(...killedAfter(steps)).catch((error: Error) => expect(error).toBe(KILLED))
    await pass('11 minutes')
  }
  // Retries come after half an hour at most.
  for (let nth = 0; nth < 4; nth += 1) {
    await empty()
    await pass('31 minutes')
  }
  // What has one tag is shown once. Orders that wait together are one notice.
  const shown = new Map(device.received.map((notice) => [notice['tag'] ?? '', notice]))
  const told = [...shown].map(([tag, { title, body }]) =>
    tag.startsWith('order:') ? 1 : Number(/(\d+) new orders?/.exec(`${title} ${body}`)?.[1] ?? 0),
  )
  expect(told.reduce((sum, orders) => sum + orders, 0)).toBe(ids.length)
})

const KILLED = new Error('killed')

/** What the module reaches, until it is killed: before or after one of its next steps. */
function killedAfter(steps: number): [Outbox, typeof fetch] {
  let left = steps
  const step = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (left-- <= 0) throw KILLED
    const result = await work()
    if (left-- <= 0) throw KILLED
    return result
  }
  return [
    {
      claim: (sender) => step(() => outbox.claim(sender)),
      report: (report) => step(() => outbox.report(report)),
    },
    (url, init) => step(() => service.fetch(url, init)),
  ]
}

test('rule 24.3: after a day without the service all that happened is told in few notices', async () => {
  const device = await subscribe()
  service.behaviour = { status: 503 }
  for (let hour = 0; hour < 26; hour += 1) {
    await place()
    await empty()
    await pass('1 hour')
  }
  expect(device.received).toEqual([])
  service.behaviour = { status: 201 }
  for (let nth = 0; nth < 4; nth += 1) {
    await empty()
    await pass('31 minutes')
  }
  expect(device.received.length).toBeLessThanOrEqual(7)
  const told = device.received.map(({ title = '', body = '' }) =>
    Number(/(\d+) new orders?/.exec(title + body)?.[1] ?? 1),
  )
  expect(told.reduce((sum, orders) => sum + orders, 0)).toBe(26)
  expect(device.received.map(({ title }) => title)).toContain('Could not be told before')
})

describe('rule 24.5: what a push service responds', () => {
  test.each([404, 410])('%i: the device is forgotten', async (status) => {
    await subscribe()
    await place()
    service.behaviour = { status }
    await empty()
    expect(await sql('select from private.notice_targets')).toEqual([])
  })

  test.each([400, 413])('%i: this notice is not sent again, the next one is', async (status) => {
    const device = await subscribe()
    await place()
    service.behaviour = { status }
    await empty()
    expect(await failures()).toEqual([`The service responded with ${status}`])
    service.behaviour = { status: 201 }
    const id = await place()
    await pass('11 minutes')
    await empty()
    expect(device.received.map(({ tag }) => tag)).toEqual([`order:${id}`])
    expect(await failures()).toEqual([null])
  })

  test.each<[string, PushService['behaviour'], string]>([
    ['403', { status: 403 }, 'The service responded with 403'],
    ['500', { status: 500 }, 'The service responded with 500'],
    ['a redirect', { status: 307, headers: { location: '/' } }, 'The service responded with 307'],
    ['nothing', 'hang', 'The service cannot be reached'],
  ])('%s: the failure is saved, and it is sent again', async (_, behaviour, failure) => {
    const device = await subscribe()
    const id = await place()
    service.behaviour = behaviour
    await empty()
    expect(await failures()).toEqual([failure])
    service.behaviour = { status: 201 }
    await pass('1 minute')
    await empty()
    expect(device.received.map(({ tag }) => tag)).toEqual([`order:${id}`])
  })

  test('429: it waits as long as it is asked to', async () => {
    const device = await subscribe()
    await place()
    service.behaviour = { status: 429, headers: { 'retry-after': '600' } }
    await empty()
    service.behaviour = { status: 201 }
    await pass('9 minutes')
    await empty()
    expect(device.received).toEqual([])
    await pass('2 minutes')
    await empty()
    expect(device.received).toHaveLength(1)
  })

  test('429 for longer than an hour: it waits for an hour', async () => {
    await subscribe()
    await place()
    service.behaviour = { status: 429, headers: { 'retry-after': '99999999999' } }
    await empty()
    expect(await failures()).toEqual(['The service responded with 429'])
    service.behaviour = { status: 201 }
    await pass('1 hour')
    expect(await empty()).toBe(1)
  })

  test('a device with damaged keys keeps no other from being told', async () => {
    await subscribe({ ...service.addDevice(), p256dh: 'A'.repeat(87) })
    const device = await subscribe()
    await place()
    await empty()
    expect(device.received).toHaveLength(1)
    expect(await failures()).toContain('The keys of this device are damaged')
  })
})

test('rule 24.2: a device of an admin who was removed is told nothing', async () => {
  const device = await subscribe()
  await place()
  service.behaviour = { status: 503 }
  await empty()
  service.behaviour = { status: 201 }
  await sql('delete from private.store_admins where true')
  await place()
  await pass('1 minute')
  await empty()
  expect(device.received).toEqual([])
})

describe('rule 23.6: the build hook', () => {
  const HOOK = 'https://push.example/build_hooks/secret'
  const emptyWithHook = (hook = HOOK) => empty(outbox, service.fetch, hook)
  const pause = () =>
    sql(`insert into private.pauses (product_id, size, reason) values ('', '', 'Eid')`)

  test('gets one empty POST, again after it failed, and its failure is saved without its URL', async () => {
    await emptyWithHook()
    await pause()
    service.behaviour = { status: 503 }
    await pass('2 minutes')
    await emptyWithHook()
    expect(await failures()).toEqual(['The service responded with 503'])
    service.behaviour = { status: 201 }
    await pass('1 minute')
    await emptyWithHook()
    await pass('1 day')
    await emptyWithHook()
    expect(service.posts).toEqual([{ path: '/build_hooks/secret', body: '' }])
    expect(await failures()).toEqual([null])
    expect(JSON.stringify(await sql('select * from private.notice_targets'))).not.toContain(
      'secret',
    )
  })

  test('is not called without https', async () => {
    await emptyWithHook('http://push.example/build_hooks/secret')
    await pause()
    await pass('2 minutes')
    await emptyWithHook('http://push.example/build_hooks/secret')
    expect(service.posts).toEqual([])
    expect(await failures()).toEqual(['BUILD_HOOK_URL does not start with https://'])
  })
})
