/* Copies of orders that the form service did not take, as the devices of the orders report them. */
import { expect, test } from 'vitest'
import { anAttempt } from '#tests/support/order-factories.ts'
import { anonymous, openDatabase, refusal } from '../../support/database.ts'

const { sql, call, place } = openDatabase()

const OK = { status: 200, body: { ok: true } }

test('rule 5.10: a copy is counted as not sent once, by the token of its order, for 30 days', async () => {
  const [first, second] = [anAttempt(1), anAttempt(2)]
  await place(first)
  await place(second)
  expect(await count()).toBe(0)
  expect(await report(first)).toEqual(OK)
  expect(await report(first)).toEqual(OK)
  expect(await count()).toBe(1)
  await report(second)
  expect(await count()).toBe(2)
  await sql("update private.unsent_copies set reported_at = now() - interval '30 days' where true")
  expect(await count()).toBe(0)
})

test('rule 5.10: a wrong token and an unknown id count nothing, and get the same response', async () => {
  const [order, other] = [anAttempt(1), anAttempt(2)]
  await place(order)
  await place(other)
  expect(await report({ id: order.id, token: other.token })).toEqual(OK)
  expect(await report({ id: anAttempt(3).id, token: order.token })).toEqual(OK)
  expect(await count()).toBe(0)
})

test('a request of another shape is refused', async () => {
  const [{ id, token }, more] = [anAttempt(1), { copies: 9 }]
  const response = await call(anonymous, 'report_unsent_copy', { p: { id, token, ...more } })
  expect(response).toEqual(refusal(400, 'unknown_field', 'copies'))
})

function report({ id, token }: { id: string; token: string }) {
  return call(anonymous, 'report_unsent_copy', { p: { id, token } })
}

async function count(): Promise<number> {
  const [row] = await sql<{ count: number }>(
    'select unsent_copies::int as count from private.waiting',
  )
  return row?.count ?? -1
}
