import { beforeEach, expect, test } from 'vitest'
import { aDevice, outboxCalls } from '#tests/support/outbox-calls.ts'
import { admin, openDatabase } from '../../support/database.ts'

const { sql, call } = openDatabase()
const { claim, report, pass } = outboxCalls(sql)

interface Standing {
  stoppedAt: string
  reason: string | null
}

async function standing(): Promise<Standing | null> {
  const { body } = await call(admin, 'admin_dashboard', {})
  return body['standingNotices'] as Standing | null
}

/** Time passes for the outbox and for its last claim. */
async function wait(time: string): Promise<void> {
  await pass(time)
  await sql(
    'update private.notice_settings set claimed_at = claimed_at - $1::interval where true',
    [time],
  )
}

const tell = () =>
  sql(`insert into private.outbox (kind, subject) values ('message', 'message-id-00000001')`)
const minutesAgo = (minutes: number) => (moment: string | undefined) =>
  Math.round((Date.now() - Date.parse(moment ?? '')) / 60_000) === minutes

beforeEach(async () => {
  await call(admin, 'admin_add_target', { p: aDevice('phone') })
})

test('rule 24.10: notices that go out stand still for nobody, nor while more than five in ten minutes wait', async () => {
  await claim()
  expect(await standing()).toBeNull()
  await tell()
  const [notice] = await claim()
  await report({ id: notice?.id, told: notice?.targets.map(({ id }) => id) })
  await wait('4 minutes')
  expect(await standing()).toBeNull()

  await tell()
  await pass('3 hours')
  await sql('update private.notice_settings set claimed_at = now() where true')
  expect(await standing()).toBeNull()
})

test('rule 24.10: five minutes after the last claim they stand still since then', async () => {
  await claim()
  await wait('6 minutes')
  expect(await standing()).toEqual({
    stoppedAt: expect.toSatisfy(minutesAgo(6)),
    reason: null,
  })
  await sql('delete from private.notice_targets')
  expect(await standing()).toBeNull()
})

test('rule 24.10: it says what pg_cron got in response', async () => {
  await claim()
  await wait('6 minutes')
  await sql(`create schema net;
    create table net._http_response (
      id bigint, status_code integer, content text, error_msg text, created timestamptz default now()
    );
    grant usage on schema net to public;
    grant all on all tables in schema net to public;`)
  expect((await standing())?.reason).toBeNull()
  const refused = 'The database refused claim_notices: 401 Legacy API keys are disabled'
  await sql('insert into net._http_response (status_code, content) values (502, $1)', [refused])
  expect((await standing())?.reason).toBe(`502 ${refused}`)
  await sql(
    `insert into net._http_response (error_msg, created) values ('Timeout', now() + interval '1 second')`,
  )
  expect((await standing())?.reason).toBe('Timeout')
  await sql(`drop schema net cascade`)
})

test('rule 24.10: where nothing was ever claimed, the oldest notice says since when', async () => {
  expect(await standing()).toBeNull()
  await tell()
  expect(await standing()).toBeNull()
  await wait('7 minutes')
  expect((await standing())?.stoppedAt).toSatisfy(minutesAgo(7))
})

test('rule 24.10: a notice that none of its targets takes stands still, with their failure', async () => {
  await claim()
  await tell()
  await pass('6 minutes')
  const [notice] = await claim()
  // It is being sent.
  expect(await standing()).toBeNull()
  const [target] = notice?.targets ?? []
  const failures = { [String(target?.id)]: 'The service responded with 500' }
  await report({ id: notice?.id, failures })
  expect(await standing()).toEqual({
    stoppedAt: expect.toSatisfy(minutesAgo(6)),
    reason: 'The service responded with 500',
  })
  await report({ id: notice?.id, told: [target?.id] })
  expect(await standing()).toBeNull()
})
