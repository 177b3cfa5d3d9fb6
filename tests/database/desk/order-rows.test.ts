/* What the desk adds to the rows of the admin's list of orders, and to its search. */
import { expect, test } from 'vitest'
import { anAttempt } from '#tests/support/order-factories.ts'
import { admin, openDatabase, type Row } from '../../support/database.ts'

const { sql, call, place, act, book } = openDatabase()

const { id } = anAttempt(1)

test('rule 14.16: a row shows courier, advance and source', async () => {
  await place(anAttempt(1))
  expect(await rows()).toMatchObject([
    { courier: null, advance: 0, booked: false, source: 'website', marks: [] },
  ])
  await sql(
    "insert into private.order_details (order_id, source, advance) values ($1, 'phone', 99.5)",
    [id],
  )
  await book(id, { courier: 'tcs' })
  expect(await rows()).toMatchObject([{ courier: 'tcs', advance: 99.5, source: 'phone' }])
})

test('an order is found by its second phone, also once that is corrected', async () => {
  await place(anAttempt(1, { extras: { secondPhone: '0345 9998887' } }))
  expect(await rows('0345 9998887')).toMatchObject([{ id }])
  expect(await rows('+923459998887')).toMatchObject([{ id }])
  const correction = { id, version: 1, extras: { secondPhone: '0346 1112223' } }
  expect((await act('correct', correction)).body).toMatchObject({ ok: true })
  expect(await rows('03459998887')).toEqual([])
  expect(await rows('03461112223')).toMatchObject([{ id }])
})

async function rows(search: string = id): Promise<Row[]> {
  const { body } = await call(admin, 'admin_orders', { p: { search } })
  return body['orders'] as Row[]
}
