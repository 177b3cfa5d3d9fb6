/* Files of couriers, applied at the same time as each other, as bookings and as cancellations. */
import { expect, test } from 'vitest'
import { aStatement, cash } from '#tests/support/statement-requests.ts'
import { concurrently, openConnections, tally } from '../backend.ts'

const { sql, connect, placeOrder, act, bookOrder } = openConnections()

const apply = (p: object) => act('apply', { ...p })

async function shippedOrders(count: number): Promise<string[]> {
  const ids = (await concurrently(count, placeOrder)).map(({ id }) => id).sort()
  await concurrently(count, (nth) =>
    bookOrder(ids[nth] ?? '', { courier: 'postex', status: 'shipped' }),
  )
  return ids
}

const linesOf = (ids: string[]) =>
  ids.map((reference) => ({ reference, state: 'delivered', money: [cash(10_000)] }))

async function moneyOf(): Promise<unknown> {
  return sql(`
    select (select count(*) from private.statements where undone_at is null)::integer as statements,
      (select coalesce(sum(amount), 0) from private.money_lines)::integer as lines,
      (select coalesce(sum(paid), 0) from private.parcels)::integer as paid
  `)
}

test('rule 22.13: of two admins who apply one file at once, one does, and the other is told', async () => {
  const lines = linesOf(await shippedOrders(30))
  const responses = await concurrently(4, (nth) =>
    apply(aStatement(lines, { fileName: `copy ${nth}` })),
  )
  expect(tally(responses)).toEqual({ '200': 1, '200 statement_known': 3 })
  expect(await moneyOf()).toEqual([{ statements: 1, lines: 300_000, paid: 300_000 }])
})

test('a file, bookings, cancellations and another file at once leave every order with its parcel', async () => {
  const ids = await shippedOrders(40)
  const half = ids.slice(20)
  await Promise.all([
    apply(aStatement(linesOf(ids), { number: '1' })),
    apply(aStatement(linesOf(half), { number: '2' })),
    concurrently(40, (nth) =>
      bookOrder(
        ids[nth] ?? '',
        nth % 2 ? { status: 'cancelled', outcome: 'refused' } : { trackingNumber: `N ${nth}` },
      ),
    ),
    concurrently(10, (nth) => act('check_in', { id: ids[nth], act: 'lost' })),
  ])
  expect(await moneyOf()).toEqual([{ statements: 2, lines: 600_000, paid: 600_000 }])
  const apart = await sql(`
    select o.id from public.orders as o
    join private.parcels as p on p.order_id = o.id and p.is_current
    where private.plain_state(p.state)::text
        <> case o.status when 'shipped' then 'handed_over' when 'cancelled' then 'returned' else o.status::text end
      or p.tracking_number is distinct from o.tracking_number
  `)
  expect(apart).toEqual([])
})

test('a server that is killed in the middle of a file has applied nothing of it', async () => {
  const ids = await shippedOrders(20)
  const p = aStatement(linesOf(ids))
  const blocker = await connect()
  await blocker.query('begin')
  // The last of the parcels that the file changes.
  await blocker.query(
    'select from private.parcels where id = (select max(id) from private.parcels) for update',
  )
  const response = apply(p)
  const waiting =
    "select pid from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()"
  await expect.poll(() => sql(waiting)).toHaveLength(1)
  await sql(`select pg_terminate_backend(pid) from (${waiting}) as waiting`)
  expect((await response).status).toBeGreaterThanOrEqual(500)
  await blocker.query('rollback')
  await blocker.end()
  expect(await moneyOf()).toEqual([{ statements: 0, lines: 0, paid: 0 }])
  expect(await sql("select from public.orders where status <> 'shipped'")).toEqual([])
  // The browser sends it again.
  expect((await apply(p)).body).toMatchObject({ ok: true, sum: 200_000 })
})
