/* The two requests with which the page of the run begins. */
import { expect, test } from 'vitest'
import { openConnections } from '../backend.ts'

const { sql, inOpenTransaction, waiting, placeOrder, callAsAdmin } = openConnections()

test('rule 21.3: the next order and the list of the run wait for each other also after a change of the order on screen', async () => {
  const { id } = await placeOrder()
  const device = 'device-one'
  await callAsAdmin('admin_next_order', { device })
  await sql('insert into private.stage_changes (order_id) values ($1)', [id])
  const asked: ReturnType<typeof callAsAdmin>[] = []
  await inOpenTransaction(async (open) => {
    await open.query("select pg_advisory_xact_lock(hashtextextended('stages', 0))")
    for (const name of ['admin_next_order', 'admin_run_list']) {
      asked.push(callAsAdmin(name, { device }))
      await expect.poll(waiting, { timeout: 20_000 }).toBe(asked.length)
    }
  })
  expect(await Promise.all(asked)).toMatchObject([{ status: 200, body: { id } }, { status: 200 }])
})
