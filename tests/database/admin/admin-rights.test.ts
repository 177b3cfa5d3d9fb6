import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { anAttempt } from '#tests/support/order-factories.ts'
import { aDevice } from '#tests/support/outbox-calls.ts'
import {
  type AdminFunction,
  adminFunctionNames,
  adminFunctions,
  emptyCall,
} from '#tools/check-hosted/admin-functions.ts'
import { admin, attacker, hasDesk, openDatabase } from '../../support/database.ts'
import { schemaFiles } from '../../support/schema-files.ts'

const { call, place, sql } = openDatabase({ beginAlike: true })

const MESSAGE = 'message-id-00000001'

/** Arguments that the admin's call succeeds with, where empty ones do not. */
const given: Partial<Record<AdminFunction, Record<string, unknown>>> = {
  admin_order: { p_id: 'NTH00001' },
  admin_whole_orders: { p: { ids: ['NTH00001'] } },
  admin_act: { p: { request: '00000000-0000-4000-8000-000000000001', act: 'book', rows: [] } },
  admin_mark_help_request: { p: { id: 1, state: 'closed' } },
  admin_erase_customer: { p: { order: 'NTH00001' } },
  admin_batch: { p: { id: 1 } },
  admin_change_courier: { p: { id: 'own', name: 'Own' } },
  admin_save_courier: { p: { courier: 'postex' } },
  admin_mark_message: { p_id: MESSAGE, p_is_read: true },
  admin_delete_message: { p_id: MESSAGE },
  admin_compare_statement: { p: { courier: 'tcs', digest: '0'.repeat(64), lines: [] } },
  admin_pause: { p: { id: '', size: '', reason: 'Back after Eid' } },
  admin_add_target: { p: aDevice('phone') },
  admin_match_lines: { p: { lines: [] } },
  admin_parcels: { p: { stage: 'came_back' } },
  admin_next_order: { p: { device: 'device-one' } },
  admin_save_template: { p: { kind: 'confirm', language: 'en', text: 'Hello' } },
}

const ofDesk = schemaFiles()
  .filter(({ pathname }) => pathname.includes('/desk/'))
  .map((file) => readFileSync(file, 'utf8'))
  .join('')

const names = adminFunctionNames.filter(
  (name) => hasDesk || !ofDesk.includes(`create function public.${name}(`),
)
const calls = names.map((name) => [name, given[name] ?? emptyCall(name)] as const)

beforeAll(async () => {
  await place(anAttempt(1))
})

// Each asks private.is_admin(): admin.test.ts has whom that takes for an admin. What anonymous requests may call, and
// that nobody reaches past the functions, is in grants.test.ts and linter.test.ts.
describe.each(calls)('%s responds to', (name, given) => {
  test('an admin', async () => {
    expect((await call(admin, name, given)).status).toBe(200)
  })

  test('nobody who is only signed in, whatever is asked', async () => {
    for (const asked of [given, ...(await nonsense(name))])
      await expect(call(attacker, name, asked)).rejects.toMatchObject(forAdminsOnly)
  })
})

const forAdminsOnly = { code: '42501', message: 'for admins only' }

/** Of each key that the function reads, values that nothing can be made of. */
async function nonsense(name: AdminFunction): Promise<Record<string, unknown>[]> {
  if (!('p' in adminFunctions[name])) return []
  const [found] = await sql<{ source: string }>(
    "select prosrc as source from pg_proc where proname = $1 and pronamespace = 'public'::regnamespace",
    [name],
  )
  const keys = [...(found?.source.matchAll(/(?<=['{,])[A-Za-z]+(?=['},])/g) ?? [])].map(
    ([key]) => key,
  )
  const values = ['{x', -1, null, [1], { id: 'x', at: 'x', key: 'x' }]
  const objects = values.map((value) => Object.fromEntries(keys.map((key) => [key, value])))
  return [...objects, ...values].map((p) => ({ p: JSON.stringify(p) }))
}
