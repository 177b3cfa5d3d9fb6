import { expect, test } from 'vitest'
import { aDevice } from '#tests/support/outbox-calls.ts'
import { admin, openDatabase } from '../../support/database.ts'

const { sql, call } = openDatabase()

const dashboard = async () => (await call(admin, 'admin_dashboard', {})).body

test('rule 16.24: a new shop has notices and couriers to set up, each until it is done', async () => {
  expect((await dashboard())['toSetUp']).toEqual(['notices', 'couriers'])
  await call(admin, 'admin_add_target', { p: aDevice('phone') })
  expect((await dashboard())['toSetUp']).toEqual(['couriers'])
  await call(admin, 'admin_save_courier', { p: { courier: 'tcs', cities: ['LAHORE'] } })
  expect((await dashboard())['toSetUp']).toEqual([])
})

test('rule 16.24: a courier that was changed, or a batch that was made, is set up too', async () => {
  await sql("update private.couriers set version = 2 where id = 'tcs'")
  expect((await dashboard())['toSetUp']).toEqual(['notices'])
  await sql("update private.couriers set version = 1 where id = 'tcs'")
  await sql("insert into private.export_batches (courier) values ('tcs')")
  expect((await dashboard())['toSetUp']).toEqual(['notices'])
})

test('rule 16.23: the dashboard counts what is paused now', async () => {
  expect((await dashboard())['paused']).toBe(0)
  const pause = (size: string, until: string | null) =>
    sql('insert into private.pauses (product_id, size, reason, until) values ($1, $2, $3, $4)', [
      'an-oil',
      size,
      'Sold out',
      until,
    ])
  await pause('100ml', null)
  await pause('200ml', '2020-01-01')
  expect((await dashboard())['paused']).toBe(1)
})
