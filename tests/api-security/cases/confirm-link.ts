/* The code of a confirm link, in the hands of whoever guesses, repeats or previews it. */
import { expect } from 'vitest'
import { type AttackCase, attack, attacks } from '../attack-case.ts'
import { expectCode } from '../expectations.ts'
import { ownOrder, victim } from '../fixtures.ts'
import type { ApiResponse } from '../http-client.ts'
import type { TestApi } from '../test-api.ts'

const CODES = 'private.confirm_codes'
const ATTEMPTS = 'private.confirmation_attempts'
/** What sending a link to a customer changes. */
const SENDING = [CODES, 'private.told_messages', ATTEMPTS, 'private.acts']
const UNKNOWN_ID = 'QQQQQQQQ'

/** What no code is, whatever it stands in for. */
const NOT_CODES: unknown[] = [
  ...[undefined, null, '', 5, true, [], {}, '%', "' or 1=1 --", 'A'.repeat(24)],
  ...[victim.id, victim.address.phone, victim.token, ownOrder.token],
]

const USES: [name: string, given: object][] = [
  ['confirm_order', {}],
  ['change_order', { version: 1, shippingAddress: { ...victim.address, fullName: 'Attacker' } }],
  ['cancel_order', { version: 1, reason: 'changed_mind' }],
]

export const confirmLinkCases: AttackCase[] = [
  ...attacks('A117 nothing is done for a code', NOT_CODES, async (api, code) => {
    for (const id of [victim.id, UNKNOWN_ID]) {
      const { body } = await api.rpc('confirm_order', { p: { id, code } })
      expect(body).toMatchObject({ ok: false })
    }
  }),
  attack(
    'A117 five guesses end a code, and each guess counts for its client',
    async (api) => {
      const code = await codeOf(api)
      const guess = (nth: number) => `${code.slice(0, 8)}${String(nth).padStart(16, '0')}`
      for (let nth = 1; nth <= 25; nth += 1) {
        const response = await use(api, guess(nth), { 'x-forwarded-for': '203.0.113.9' })
        if (nth > 20) expectCode(response, 429, 'rate_limited')
        else expectCode(response, 200, 'code_ended')
      }
      expectCode(await use(api, code), 200, 'code_ended')
      await expectNoReply(api)
    },
    SENDING,
  ),
  ...USES.map(([name, given]) =>
    attack(
      `A118 ${name}: the code of one order does nothing to another`,
      async (api) => {
        const code = await codeOf(api)
        const response = await api.rpc(name, { p: { id: ownOrder.id, code, ...given } })
        expectCode(response, 200, 'code_ended')
        await expectNoReply(api)
      },
      SENDING,
    ),
  ),
  attack(
    'A118 a code that confirmed does nothing else, in any browser',
    async (api) => {
      const code = await codeOf(api)
      await Promise.all(Array.from({ length: 20 }, () => use(api, code)))
      api.responses.length = 0
      for (const [name, given] of USES.slice(1)) {
        const headers = { 'x-forwarded-for': '198.51.100.77', 'user-agent': 'Another browser' }
        const response = await api.rpc(name, { p: { id: victim.id, code, ...given } }, { headers })
        expectCode(response, 200, 'code_ended')
      }
      expect(await api.sql(`select actor, act from ${ATTEMPTS} order by at`)).toEqual([
        { actor: 'admin', act: 'asked' },
        { actor: 'customer', act: 'yes' },
      ])
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
      await expectNoReply(api)
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

/** The customer was asked, and nothing confirmed the order. */
async function expectNoReply(api: TestApi): Promise<void> {
  expect(await api.sql(`select act from ${ATTEMPTS}`)).toEqual([{ act: 'asked' }])
}

/** Presses "Yes, I confirm" of the victim's link. */
function use(api: TestApi, code: string, headers = {}): Promise<ApiResponse> {
  return api.rpc('confirm_order', { p: { id: victim.id, code } }, { headers })
}
