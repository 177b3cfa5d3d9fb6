/*
 * The code of a confirm link, in the hands of whoever repeats or previews it. tests/database/desk/confirmation.test.ts
 * has whoever guesses it.
 */
import { expect } from 'vitest'
import { type AttackCase, attack } from '../attack-case.ts'
import { expectCode } from '../expectations.ts'
import { victim } from '../fixtures.ts'
import type { TestApi } from '../test-api.ts'

const CODES = 'private.confirm_codes'
const ATTEMPTS = 'private.confirmation_attempts'
/** What sending a link to a customer changes. */
const SENDING = [CODES, 'private.told_messages', ATTEMPTS, 'private.acts']

export const confirmLinkCases: AttackCase[] = [
  attack(
    'A118 a code that is sent 20 times at once confirms once',
    async (api) => {
      const code = await codeOf(api)
      const confirm = () => api.rpc('confirm_order', { p: { id: victim.id, code } })
      await Promise.all(Array.from({ length: 20 }, confirm))
      // Each was told the order in full.
      api.responses.length = 0
      expect(await acts(api)).toEqual(['asked', 'yes'])
    },
    SENDING,
  ),
  attack(
    'A119 100 previews of the link confirm nothing',
    async (api) => {
      const code = await codeOf(api)
      const p = encodeURIComponent(JSON.stringify({ id: victim.id, code }))
      const preview = { headers: { 'user-agent': 'WhatsApp/2.23.20.0', accept: '*/*' } }
      for (let nth = 0; nth < 50; nth += 1) {
        expectCode(await api.request(`/rest/v1/rpc/confirm_order?p=${p}`, preview), 405, 'use_post')
        await api.request(`/rest/v1/rpc/confirm_order?p=${p}`, { method: 'HEAD', ...preview })
      }
      expect(await api.sql(`select used_at from ${CODES}`)).toEqual([{ used_at: null }])
      expect(await acts(api)).toEqual(['asked'])
    },
    SENDING,
  ),
]

/** A new code of the victim's link. */
async function codeOf(api: TestApi): Promise<string> {
  const code = crypto.randomUUID().replaceAll('-', '').slice(0, 24)
  const rows = [{ id: victim.id, kind: 'confirm', language: 'en', code }]
  const p = { request: crypto.randomUUID(), act: 'tell', rows }
  await api.rpc('admin_act', { p }, { token: api.admin.token })
  return code
}

async function acts(api: TestApi): Promise<unknown[]> {
  return (await api.sql(`select act from ${ATTEMPTS} order by at`)).map(({ act }) => act)
}
