import { describe, expect, test } from 'vitest'
import { aDevice, outboxCalls } from '#tests/support/outbox-calls.ts'
import { admin, openDatabase, type Row, refusal } from '../../support/database.ts'

const { sql, call } = openDatabase()
const { claim, report, pass } = outboxCalls(sql)

const device = aDevice('phone')

const add = (p: Row) => call(admin, 'admin_add_target', { p })
const targetsOf = ({ body }: { body: Row }) => body['targets'] as Row[]

describe('rule 24.7: targets', () => {
  test('are shown to admins without the keys of a device', async () => {
    const [shown] = targetsOf(await add(device))
    const { p256dh: _, auth: _auth, ...told } = device
    expect(shown).toMatchObject({ ...told, failure: null, toldAt: null })
    expect(JSON.stringify(shown)).not.toContain(device.p256dh)
  })

  test('a device that asks again is there once, with its new keys', async () => {
    await add(device)
    const auth = 'b'.repeat(22)
    expect(targetsOf(await add({ ...device, auth }))).toHaveLength(1)
    expect(await sql('select auth from private.notice_targets')).toEqual([{ auth }])
  })

  test('a target that is removed is gone, and no other', async () => {
    await add(aDevice('desk'))
    const target = targetsOf(await add(device)).find(({ url }) => url === device.url)
    const removed = await call(admin, 'admin_remove_target', { p: { id: target?.['id'] } })
    expect(targetsOf(removed).map(({ url }) => url)).toEqual([aDevice('desk').url])
  })

  test('devices of an admin who logs out everywhere are forgotten, and nothing else', async () => {
    const second = {
      user: '00000000-0000-4000-8000-0000000000a2',
      url: 'https://push.example/second',
    }
    await sql('insert into auth.users (id) values ($1)', [second.user])
    await sql('insert into private.store_admins (user_id) values ($1)', [second.user])
    await add(device)
    await add(aDevice('desk'))
    await add({ ...device, url: second.url })
    await sql('update private.notice_targets set user_id = $1 where url = $2', [
      second.user,
      second.url,
    ])
    await claim({ hasBuildHook: true })
    await call(admin, 'admin_forget_devices', {})
    const left = await sql<{ url: string | null }>(
      'select url from private.notice_targets order by url',
    )
    expect(left.map(({ url }) => url)).toEqual([second.url, null])
  })

  test.each<[string, Row]>([
    ['without https', { ...device, url: 'http://push.example/phone' }],
    ['with a login in its URL', { ...device, url: 'https://me:secret@push.example/phone' }],
    ['that is a device without keys', { ...device, auth: undefined }],
  ])('none is saved %s', async (_, p) => {
    expect(await add(p)).toEqual(refusal(422, 'invalid'))
    expect(await sql('select from private.notice_targets')).toEqual([])
  })
})

test('rule 24.7: a test notice goes to its target only, and is not repeated', async () => {
  const [first] = targetsOf(await add(device))
  await add(aDevice('desk'))
  await call(admin, 'admin_test_target', { p: { id: first?.['id'] } })
  const [test] = await claim()
  expect(test).toMatchObject({ kind: 'test', targets: [{ id: first?.['id'] }] })
  const id = String(first?.['id'])
  await report({ id: test?.id, failures: { [id]: 'The service responded with 500' } })
  await pass('1 day')
  expect(await claim()).toEqual([])
  const state = await call(admin, 'admin_notices', {})
  const shown = targetsOf(state).find(({ id }) => id === first?.['id'])
  expect(shown?.['failure']).toBe('The service responded with 500')
})
