import { describe, expect, test } from 'vitest'
import { anAttempt } from '#tests/support/order-factories.ts'
import { outboxCalls } from '#tests/support/outbox-calls.ts'
import { admin, openDatabase, type Row, refusal } from '../../support/database.ts'

const { sql, call, place } = openDatabase()
const { claim, report, pass } = outboxCalls(sql)

const device = {
  way: 'push',
  url: 'https://push.example/phone',
  p256dh: 'B'.padEnd(87, 'A'),
  auth: 'a'.repeat(22),
  name: 'Chrome on Android',
}
const topic = { way: 'ntfy', url: 'https://ntfy.example/topic' }

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

  test('a new topic takes the place of the last one, and devices stay', async () => {
    await add(device)
    await add(topic)
    const urls = targetsOf(await add({ ...topic, url: 'https://ntfy.example/other' }))
    expect(urls.map(({ url }) => url).toSorted()).toEqual([
      'https://ntfy.example/other',
      device.url,
    ])
  })

  test('a target that is removed is gone', async () => {
    const [target] = targetsOf(await add(topic))
    const removed = await call(admin, 'admin_remove_target', { p: { id: target?.['id'] } })
    expect(targetsOf(removed)).toEqual([])
  })

  test('devices of an admin who logs out everywhere are forgotten, and nothing else', async () => {
    const second = {
      user: '00000000-0000-4000-8000-0000000000a2',
      url: 'https://push.example/second',
    }
    await sql('insert into auth.users (id) values ($1)', [second.user])
    await sql('insert into private.store_admins (user_id) values ($1)', [second.user])
    await add(device)
    await add({ ...device, url: 'https://push.example/desk' })
    await add({ ...device, url: second.url })
    await sql('update private.notice_targets set user_id = $1 where url = $2', [
      second.user,
      second.url,
    ])
    await add(topic)
    await call(admin, 'admin_forget_devices', {})
    const left = await sql<{ url: string }>('select url from private.notice_targets order by url')
    expect(left.map(({ url }) => url)).toEqual([topic.url, second.url])
  })

  test.each<[string, Row]>([
    ['without https', { ...topic, url: 'http://ntfy.example/topic' }],
    ['with a login in its URL', { ...topic, url: 'https://me:secret@ntfy.example/topic' }],
    ['by another way', { ...topic, way: 'sms' }],
    ['that is a device without keys', { ...device, auth: undefined }],
  ])('none is saved %s', async (_, p) => {
    expect(await add(p)).toEqual(refusal(422, 'invalid'))
    expect(await sql('select from private.notice_targets')).toEqual([])
  })
})

test('rule 24.7: a test notice goes to its target only, in quiet hours too, and is not repeated', async () => {
  const [first] = targetsOf(await add(device))
  await add(topic)
  await place(anAttempt(1))
  await sql('update private.notice_settings set quiet_from = 0, quiet_until = 23 where true')
  await sql(`update private.notice_settings set
    quiet_from = extract(hour from now() at time zone 'Asia/Karachi'),
    quiet_until = (extract(hour from now() at time zone 'Asia/Karachi')::int + 1) % 24 where true`)
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

describe('rule 24.4: the settings', () => {
  const saved = { kindsOff: ['changed', 'limit'], quietFrom: 22, quietUntil: 7 }

  test('are saved for all admins', async () => {
    await call(admin, 'admin_save_notices', { p: saved })
    expect((await call(admin, 'admin_notices', {})).body).toMatchObject(saved)
  })

  test.each<[string, Row]>([
    ['an unknown kind', { ...saved, kindsOff: ['lunch'] }],
    ['an hour that is none', { ...saved, quietFrom: 24 }],
    ['no hour', { kindsOff: [] }],
  ])('do not have %s', async (_, p) => {
    expect(await call(admin, 'admin_save_notices', { p })).toEqual(refusal(422, 'invalid'))
  })
})
