/* Finding orders by number and phone, and changing those of others. */
import { expect } from 'vitest'
import { type AttackCase, attack, attacks } from '../attack-case.ts'
import { expectCode } from '../expectations.ts'
import { victim } from '../fixtures.ts'
import type { TestApi } from '../test-api.ts'

const UNKNOWN_ID = 'QQQQQQQQ'
const WRONG_PHONE = '0300 7654321'

const HELP = { kind: 'damaged', text: 'Refund it' }

const ATTACKS: [name: string, given: object][] = [
  ['change_order', { version: 1, shippingAddress: { ...victim.address, fullName: 'Attacker' } }],
  ['cancel_order', { version: 1, reason: 'changed_mind' }],
  ['request_help', HELP],
]

/** What an attacker may know of an order, or try. */
const WRONG_TOKENS: unknown[] = [
  ...[undefined, null, '', 5, [], {}, true],
  ...[victim.id, victim.address.phone, victim.token.toUpperCase(), `${victim.token} `, '%'],
]

export const customerChangeCases: AttackCase[] = [
  attack('A112 a wrong phone gets what an unknown number gets', async (api) => {
    for (const phone of [WRONG_PHONE, '', '726', '%', '—', "' or 1=1 --"]) {
      for (const id of [victim.id, victim.id.toLowerCase(), UNKNOWN_ID])
        expectCode(await find(api, id, phone), 200, 'not_found')
      await forget(api)
    }
  }),
  attack('A112 by GET no pair is looked up', async (api) => {
    for (const id of [victim.id, UNKNOWN_ID]) {
      const p = encodeURIComponent(JSON.stringify({ id, phone: victim.address.phone }))
      const response = await api.request(`/rest/v1/rpc/find_order?p=${p}`)
      expectCode(response, 405, 'use_post')
    }
  }),
  ...ATTACKS.flatMap(([name, given]) => [
    ...attacks(`A114 ${name}: nothing is done for a token`, WRONG_TOKENS, async (api, token) => {
      for (const id of [victim.id, UNKNOWN_ID]) {
        const response = await api.rpc(name, { p: { id, token, ...given } })
        expectCode(response, 200, 'not_found')
      }
    }),
  ]),
  attack('A116 a report by a wrong phone gets what an unknown number gets', async (api) => {
    for (const phone of [WRONG_PHONE, '', '726', '%', '—', "' or 1=1 --"]) {
      for (const id of [victim.id, victim.id.toLowerCase(), UNKNOWN_ID])
        expectCode(await report(api, id, phone), 200, 'not_found')
      await forget(api)
    }
    for (const phone of [null, 5, [], {}, [victim.address.phone]])
      expectCode(await report(api, victim.id, phone), 422, 'bad_field', 'phone')
    const both = { id: victim.id, phone: WRONG_PHONE, token: 'x', ...HELP }
    expectCode(await api.rpc('request_help', { p: both }), 400, 'unknown_field', 'token')
  }),
  attack('A116 by GET nothing is reported', async (api) => {
    const given = { id: victim.id, phone: victim.address.phone, ...HELP }
    const p = encodeURIComponent(JSON.stringify(given))
    expectCode(await api.request(`/rest/v1/rpc/request_help?p=${p}`), 405, 'use_post')
  }),
  attack('A116 number and phone change and cancel nothing', async (api) => {
    for (const [name, given] of ATTACKS.slice(0, 2)) {
      const p = { id: victim.id, phone: victim.address.phone, ...given }
      expectCode(await api.rpc(name, { p }), 400, 'unknown_field', 'phone')
    }
  }),
  attack('A116 number and phone report nothing of an order on its way', async (api) => {
    expectCode(await report(api, victim.id, victim.address.phone), 409, 'not_delivered')
    await forget(api)
  }),
  attack('A112 number and phone find an order, and give no right to change it', async (api) => {
    const found = await find(api, victim.id, victim.address.phone)
    expect(found.body).toMatchObject({ ok: true, order: { id: victim.id, mayChange: false } })
    await forget(api)
    // The case reads the victim's data with the victim's own phone.
    api.responses.length = 0
  }),
]

function find(api: TestApi, id: string, phone: string, client?: string) {
  return api.rpc('find_order', { p: { id, phone } }, { headers: headersOf(client) })
}

function report(api: TestApi, id: string, phone: unknown, client?: string) {
  return api.rpc('request_help', { p: { id, phone, ...HELP } }, { headers: headersOf(client) })
}

function headersOf(client: string | undefined): Record<string, string> {
  return client ? { 'x-forwarded-for': client } : {}
}

async function forget(api: TestApi) {
  await api.sql('delete from private.wrong_finds where true')
}
