/* The orders beside the one on screen in the run (rule 21.3). */
import { expect, test } from 'vitest'
import { anOrderRequest } from '#tests/support/order-factories.ts'
import { admin, anonymous, openDatabase, type Row } from '../../support/database.ts'

const { sql, call, place, act, book } = openDatabase()
const DEVICE = { device: 'device-one' }
const CODE = 'abcdefghijkl123456789012'

const list = async (more: Row = {}) =>
  (await call(admin, 'admin_run_list', { p: { ...DEVICE, ...more } })).body['orders'] as Row[]
const places = async () => (await list()).map(({ id, place }) => `${id} ${place}`).sort()
const attempt = (id: string, act_: string) =>
  act('attempt', { id, act: act_, at: new Date().toISOString() })
const ask = (id: string, more: Row = {}) =>
  act('tell', { id, kind: 'confirm', language: 'en', ...more })

test('names who waits, what comes later, and what another device has', async () => {
  for (const id of ['WWWWWWWW', 'LLLLLLLL', 'EEEEEEEE', 'OOOOOOOO'])
    await place(anOrderRequest({ id }))
  await ask('WWWWWWWW')
  await attempt('LLLLLLLL', 'tomorrow')
  await call(admin, 'admin_next_order', {
    p: { ...DEVICE, device: 'device-two', first: 'EEEEEEEE' },
  })
  await call(admin, 'admin_next_order', { p: { ...DEVICE, first: 'OOOOOOOO' } })
  expect(await places()).toEqual(['EEEEEEEE elsewhere', 'LLLLLLLL later', 'WWWWWWWW waiting'])
  const rows = await list()
  const byId = (id: string) => rows.find((row) => row['id'] === id)
  const dueIn = (row: Row | undefined) =>
    Math.round((Date.parse(String(row?.['dueAt'])) - Date.parse(String(row?.['at']))) / 3_600_000)
  expect(dueIn(byId('WWWWWWWW'))).toBe(2)
  expect(Date.parse(String(byId('LLLLLLLL')?.['dueAt']))).toBeGreaterThan(Date.now())
  expect(byId('EEEEEEEE')).toMatchObject({ dueAt: null, noAnswers: 0, fullName: 'Ayesha Khan' })
})

test('a press, the link, the time and a courier end the wait', async () => {
  const ids = ['AAAAAAAA', 'BBBBBBBB', 'CCCCCCCC', 'DDDDDDDD', 'EEEEEEEE']
  for (const id of ids) {
    await place(anOrderRequest({ id }))
    await ask(id, id === 'BBBBBBBB' ? { code: CODE } : {})
  }
  expect(await places()).toEqual(ids.map((id) => `${id} waiting`))
  await attempt('AAAAAAAA', 'yes')
  await call(anonymous, 'confirm_order', { p: { id: 'BBBBBBBB', code: CODE } })
  await book('CCCCCCCC', { courier: 'tcs' })
  await sql(
    "update private.confirmation_attempts set at = at - interval '2 hours' where order_id = 'DDDDDDDD'",
  )
  expect(await places()).toEqual(['EEEEEEEE waiting'])
})

test('three times no answer waits for a decision, weeks later as well', async () => {
  await place(anOrderRequest({ id: 'AAAAAAAA' }))
  for (let nth = 0; nth < 3; nth += 1) await attempt('AAAAAAAA', 'no_answer')
  await sql("update private.confirmation_attempts set at = at - interval '20 days' where true")
  expect(await list()).toMatchObject([{ place: 'later', dueAt: null, noAnswers: 3 }])
})
