import { describe, expect, test } from 'vitest'
import { anItem } from '#tests/support/order-factories.ts'
import { aDevice, outboxCalls } from '#tests/support/outbox-calls.ts'
import { admin, openDatabase } from '../../support/database.ts'

const { sql, call, withoutTriggers } = openDatabase()
const { claim: claimAs, report, pass } = outboxCalls(sql)
const claim = (hasBuildHook = true) => claimAs({ hasBuildHook })

const [oil, pair] = [anItem(), anItem(1)]

const pause = ({ id, size }: typeof oil, more = {}) =>
  call(admin, 'admin_pause', { p: { id, size, reason: 'Sold out', ...more } })
const kinds = async () =>
  (await sql<{ kind: string }>('select kind from private.outbox where ended_at is null')).map(
    ({ kind }) => kind,
  )

describe('rule 23.6: a change of a pause starts a build', () => {
  test('once for what changes within two minutes', async () => {
    await claim()
    await pause(oil)
    await pause(oil, { reason: 'Back after Eid' })
    await pause(pair)
    await call(admin, 'admin_resume', { p: { id: pair.id, size: pair.size } })
    expect(await claim()).toEqual([])
    await pass('2 minutes')
    const [build, ...others] = await claim()
    expect(others).toEqual([])
    expect(build).toMatchObject({ kind: 'build', targets: [{ way: 'build', url: null }] })
    await report({ id: build?.id, told: [build?.targets[0]?.id] })
    await pass('1 day')
    expect(await claim()).toEqual([])
  })

  test.each<[string, () => Promise<unknown>]>([
    ['is set', () => pause(oil)],
    ['changes', () => pause(pair, { reason: 'Back after Eid' })],
    ['is withdrawn', () => call(admin, 'admin_resume', { p: { id: pair.id, size: pair.size } })],
    [
      'ends by itself',
      () => withoutTriggers('update private.pauses set until = private.shop_day(now())'),
    ],
  ])('where one %s', async (_, change) => {
    await pause(pair)
    await claim()
    expect(await kinds()).toEqual([])
    await change()
    await claim()
    expect(await kinds()).toEqual(['build'])
  })

  test('not where a pause goes on, or none was resumed', async () => {
    const [row] = await sql<{ day: string }>('select (private.shop_day(now()) + 1)::text as day')
    await pause(oil, { until: row?.day })
    await claim()
    await call(admin, 'admin_resume', { p: { id: pair.id, size: pair.size } })
    await claim()
    expect(await kinds()).toEqual([])
  })

  test('and a further one after it has begun, in the place of one that failed', async () => {
    await claim()
    await pause(oil)
    await pass('2 minutes')
    const [first] = await claim()
    await pause(pair)
    await report({ id: first?.id, failures: { [String(first?.targets[0]?.id)]: 'It failed' } })
    const { body } = await call(admin, 'admin_notices', {})
    expect(body['targets']).toMatchObject([{ way: 'build', url: null, failure: 'It failed' }])
    expect(await kinds()).toEqual(['build'])
    await pass('2 minutes')
    const [second, ...others] = await claim()
    expect(others).toEqual([])
    expect(second?.id).not.toBe(first?.id)
  })

  test('at most once in twelve hours, and then with all that changed since', async () => {
    await claim()
    await pause(oil)
    await pass('2 minutes')
    const [first] = await claim()
    await report({ id: first?.id, told: [first?.targets[0]?.id] })
    await pause(pair)
    await pass('11 hours')
    expect(await claim()).toEqual([])
    await pass('1 hour')
    expect(await claim()).toMatchObject([{ kind: 'build' }])
  })

  test('but not without a hook, which is then no target any more', async () => {
    await claim()
    await pause(oil)
    await claim(false)
    await pause(pair)
    expect(await sql('select from private.notice_targets')).toEqual([])
    await pass('2 minutes')
    const [build] = await claim(false)
    expect(build?.targets).toEqual([])
    await report({ id: build?.id, told: [] })
    expect(await kinds()).toEqual([])
  })

  test('and tells no device, as no act tells the hook', async () => {
    await claim()
    await call(admin, 'admin_add_target', { p: aDevice('phone') })
    await pause(oil)
    await sql(
      `insert into private.outbox (kind, subject) values ('message', 'message-id-00000001')`,
    )
    await pass('2 minutes')
    const told = (await claim()).map(({ kind, targets }) => [
      kind,
      ...targets.map(({ way }) => way),
    ])
    expect(told.toSorted()).toEqual([
      ['build', 'build'],
      ['message', 'push'],
    ])
  })
})

test('rule 23.6: a hook alone is nobody to tell of an act', async () => {
  await claim()
  await sql(`insert into private.outbox (kind, subject) values ('message', 'message-id-00000001')`)
  expect(await claim()).toEqual([])
  expect(await kinds()).toEqual([])
})
