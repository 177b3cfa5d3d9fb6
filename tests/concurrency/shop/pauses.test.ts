/* Pauses, orders and builds at the same moment. */
import { expect, test } from 'vitest'
import { aNewOrder } from '#tests/support/order-factories.ts'
import { concurrently, openConnections, tally } from '../backend.ts'

const { sql, connect, call, callAsAdmin, place } = openConnections()

const { items } = aNewOrder()
const size = { id: items[0]?.id, size: items[0]?.size }

const pause = (reason: string) => callAsAdmin('admin_pause', { ...size, reason })
const resume = () => callAsAdmin('admin_resume', size)

test('rule 23.1: of orders and a pause at one moment each is saved or refused, and none is saved after it', async () => {
  const orders = Array.from({ length: 40 }, () => aNewOrder())
  const placing = orders.map((order) => place(order))
  const paused = await pause('Sold out')
  expect(paused.status).toBe(200)
  const late = await concurrently(10, () => place(aNewOrder()))
  expect(tally(late)).toEqual({ '422 item_paused': 10 })

  const placed = await Promise.all(placing)
  const saved = orders.filter((_, nth) => placed[nth]?.status === 201).map(({ id }) => id)
  const rows = await sql<{ id: string }>('select id from public.orders')
  expect(rows.map(({ id }) => id).toSorted()).toEqual(saved.toSorted())
  for (const response of Object.keys(tally(placed)))
    expect(response).toMatch(/^(201|422 item_paused)$/)
  await resume()
})

test('rule 23.1: two devices that pause and resume at once leave one truth, which orders follow', async () => {
  const changes = await concurrently(20, (nth) => (nth % 2 ? resume() : pause(`Reason ${nth % 4}`)))
  expect(tally(changes)).toEqual({ '200': 20 })
  const { body } = await call('shop_pauses', {})
  const rows = await sql('select product_id as id, size, reason, until from private.pauses')
  expect(body).toEqual({ pauses: rows })
  expect((await place(aNewOrder())).status).toBe(rows.length > 0 ? 422 : 201)
  await resume()
})

test('rule 23.6: a build begins only where the pause can be read', async () => {
  const claim = async () => {
    const [row] = await sql<{ claimed: { notices: { kind: string }[] } }>(
      `select public.claim_notices('{"hasBuildHook": true}') as claimed`,
    )
    return row?.claimed.notices.map(({ kind }) => kind)
  }
  await claim()
  await pause('Sold out')
  await sql(`update private.outbox set next_at = now() where kind = 'build'`)
  const device = await connect()
  try {
    await device.query('begin')
    await device.query(`update private.pauses set reason = 'Back after Eid' where true`)
    expect(await claim()).toEqual([])
    await device.query('commit')
  } finally {
    await device.end()
  }
  expect(await claim()).toEqual(['build'])
  await sql('truncate private.pauses, private.outbox, private.notice_targets cascade')
})
