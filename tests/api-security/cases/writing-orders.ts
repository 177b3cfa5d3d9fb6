/* Writing the table of orders without place_order(), and that function by other methods and with Prefer. */
import { expect } from 'vitest'
import { aNewOrder } from '#tests/support/order-factories.ts'
import { type AttackCase, attack, attacks } from '../attack-case.ts'
import { expectCode, expectDenied, expectRefused } from '../expectations.ts'
import { otherMessage, victim } from '../fixtures.ts'
import { place, placeOwnOrder } from '../place-order.ts'
import type { ApiOptions } from '../test-api.ts'

const PLACE = '/rest/v1/rpc/place_order'
const ORDERS = '/rest/v1/orders'
const ONE = `${ORDERS}?id=eq.${victim.id}`
const CANCELLED = '{"status":"cancelled"}'
const json = JSON.stringify
const returned = { prefer: 'return=representation' }

export const writingOrdersCases: AttackCase[] = [
  denied('A21 a valid row', ORDERS, { method: 'POST', body: json(aRow()) }),
  denied('A22 a valid row that is returned', ORDERS, {
    method: 'POST',
    body: json(aRow()),
    headers: returned,
  }),
  denied('A22 an empty row', ORDERS, { method: 'POST', body: '{}' }),
  denied('A22 a row of some columns', `${ORDERS}?columns=id,items`, {
    method: 'POST',
    body: json(aRow()),
  }),
  denied('A24 rows as CSV', ORDERS, {
    method: 'POST',
    body: `id,total,status\n${aNewOrder().id},1,pending\n`,
    headers: { 'content-type': 'text/csv' },
  }),
  denied('A24 rows as a form', ORDERS, {
    method: 'POST',
    body: `id=${aNewOrder().id}&total=1`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  }),
  ...['merge-duplicates', 'ignore-duplicates'].map((resolution) =>
    denied(`A25 A26 an existing id with ${resolution}`, `${ORDERS}?on_conflict=id`, {
      method: 'POST',
      body: json(aRow(victim.id)),
      headers: { prefer: `resolution=${resolution},return=representation` },
    }),
  ),
  denied('A27 PUT of a row', ONE, { method: 'PUT', body: json(aRow(victim.id)) }),
  denied('A28 a status', ONE, { method: 'PATCH', body: CANCELLED }),
  denied('A28 a status that is returned', ONE, {
    method: 'PATCH',
    body: CANCELLED,
    headers: { prefer: 'return=representation,count=exact' },
  }),
  denied('A28 a total', ONE, { method: 'PATCH', body: '{"total":1}' }),
  denied('A29 a status of all rows', ORDERS, { method: 'PATCH', body: CANCELLED }),
  denied('A30 DELETE of one row', ONE, { method: 'DELETE' }),
  denied('A30 DELETE of all rows', ORDERS, { method: 'DELETE' }),
  denied('A30 DELETE of all rows that are returned', ORDERS, {
    method: 'DELETE',
    headers: returned,
  }),
  attack('A21 no repetition of a denied request succeeds', async (api) => {
    const responses = await Promise.all(Array.from({ length: 60 }, () => api.request(ONE)))
    for (const response of responses) expectDenied(response)
  }),
  ...attacks(
    'A31 Prefer: tx=rollback is ignored',
    ['POST', 'PATCH', 'DELETE'],
    async (api, method) => {
      const headers = { prefer: 'tx=rollback' }
      const response = await api.request(ONE, { method, body: CANCELLED, headers })
      expectDenied(response)
      expect(response.headers['preference-applied'] ?? '').not.toContain('tx')
    },
  ),
  ...attacks(
    'A30 a header does not override the method',
    ['x-http-method', 'x-http-method-override', 'x-method-override'],
    async (api, header) => {
      const headers = { [header]: 'DELETE' }
      expectDenied(await api.request(ONE, { headers }))
      expectRefused(
        await api.request(`${ONE}&_method=DELETE`, { method: 'POST', body: '{}', headers }),
      )
    },
  ),
  attack('a message by GET is refused', async (api) => {
    const p = encodeURIComponent(json({ ...otherMessage, messageId: 'message-of-a-caller-1' }))
    expectCode(await api.request(`/rest/v1/rpc/send_message?p=${p}`), 405, 'use_post')
  }),
  attack('A23 1,000 complete rows are refused', async (api) => {
    const body = json(Array.from({ length: 1000 }, () => aRow()))
    const response = await api.request(ORDERS, { method: 'POST', body })
    expect([401, 413]).toContain(response.status)
  }),
  ...attacks(
    'A93 no order is placed by another method',
    ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE'],
    async (api, method) => {
      const json = JSON.stringify(aNewOrder())
      const isRead = method === 'GET' || method === 'HEAD'
      const { status } = isRead
        ? await api.request(`${PLACE}?p=${encodeURIComponent(json)}`, { method })
        : await api.request(PLACE, { method, body: `{"p":${json}}` })
      expect(isRead ? [405, 429] : [405]).toContain(status)
    },
  ),
  ...attacks(
    'A30 another method does nothing',
    ['TRACE', 'PROPFIND', 'MOVE', 'LOCK', 'QUERY'],
    async (api, method) => {
      const { status } = await api.request(ONE, { method })
      expect(status).toBeGreaterThanOrEqual(400)
      expect(status).toBeLessThanOrEqual(501)
    },
  ),
  ...attacks(
    'A95 Prefer adds nothing to the response of a placed order',
    [
      'return=representation',
      'count=exact',
      'return=minimal',
      'return=headers-only',
      'missing=default',
      'handling=lenient, timezone=America/St_Johns',
      'resolution=merge-duplicates',
      'params=multiple-objects',
    ],
    async (api, prefer) => {
      const { id, token } = await placeOwnOrder(api, { prefer })
      const response = await api.rpc('get_order', { p_id: id, p_token: token })
      expect(response.status).toBe(200)
      expect(response.headers['content-range'] ?? '').not.toMatch(/\/[2-9]/)
    },
  ),
  attack('A95 an order of at most no row is refused', async (api) => {
    const prefer = 'handling=strict, max-affected=0'
    const response = await place(api, undefined, { prefer })
    expectRefused(response)
    expect(response.body).not.toMatchObject({ ok: true })
  }),
  attack('A31 an order with Prefer: tx=rollback is placed', async (api) => {
    const p = aNewOrder()
    api.allowOrder(p.id)
    const response = await place(api, p, { prefer: 'tx=rollback' })
    expect(response).toMatchObject({ status: 201, body: { ok: true } })
    expect(response.headers['preference-applied'] ?? '').not.toContain('tx')
    expect(await api.sql('select id from public.orders where id = $1', [p.id])).toHaveLength(1)
  }),
]

function denied(title: string, path: string, options: ApiOptions): AttackCase {
  return attack(`${title} is denied`, async (api) => {
    expectDenied(await api.request(path, options))
  })
}

/** A row that violates no constraint. */
function aRow(id = aNewOrder().id) {
  const { items, total, shippingAddress, paymentMethod } = aNewOrder()
  return {
    id,
    items,
    total,
    shipping_address: shippingAddress,
    payment_method: paymentMethod,
    status: 'pending',
    estimated_delivery: '2030-01-01',
    tracking_history: [],
  }
}
