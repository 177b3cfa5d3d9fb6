/* The table of orders, written past the function that places them. */
import { expect } from 'vitest'
import { aNewOrder } from '#tests/support/a-new-order.ts'
import { type AttackCase, fact } from '../attack-case.ts'
import { expectDenied, expectRefused } from '../outcomes.ts'
import { victim } from '../planted.ts'
import type { Asking } from '../shop.ts'

const all = ''
const one = `?id=eq.${victim.id}`

export const writingOrders: AttackCase[] = [
  denied('A21 a valid row', { method: 'POST', body: json(aRow()) }),
  denied('A22 a valid row, to be given back', {
    method: 'POST',
    body: json(aRow()),
    headers: { prefer: 'return=representation' },
  }),
  denied('A22 a row of nothing', { method: 'POST', body: '{}' }),
  denied('A22 a row of some columns', { method: 'POST', body: json(aRow()) }, '?columns=id,items'),
  denied('A23 1,000 rows at once', {
    method: 'POST',
    body: json(Array.from({ length: 1000 }, () => ({ id: aNewOrder().id }))),
  }),
  fact('A23 1,000 whole rows at once are refused', async (shop) => {
    const body = json(Array.from({ length: 1000 }, aRow))
    const reply = await shop.ask('/rest/v1/orders', { method: 'POST', body })
    expect([401, 413]).toContain(reply.status)
  }),
  denied('A24 rows as CSV', {
    method: 'POST',
    body: `id,total,status\n${aNewOrder().id},1,pending\n`,
    headers: { 'content-type': 'text/csv' },
  }),
  denied('A24 rows as a form', {
    method: 'POST',
    body: `id=${aNewOrder().id}&total=1`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  }),
  ...['merge-duplicates', 'ignore-duplicates'].map((resolution) =>
    denied(
      `A25 A26 an existing id with resolution=${resolution}`,
      {
        method: 'POST',
        body: json(aRow(victim.id)),
        headers: { prefer: `resolution=${resolution},return=representation` },
      },
      '?on_conflict=id',
    ),
  ),
  denied(
    'A27 a row put in the place of another',
    { method: 'PUT', body: json(aRow(victim.id)) },
    one,
  ),
  denied('A28 a status', { method: 'PATCH', body: '{"status":"cancelled"}' }, one),
  denied(
    'A28 a status, to be given back',
    {
      method: 'PATCH',
      body: '{"status":"cancelled"}',
      headers: { prefer: 'return=representation,count=exact' },
    },
    one,
  ),
  denied('A28 a total', { method: 'PATCH', body: '{"total":1}' }, one),
  denied('A29 all rows', { method: 'PATCH', body: '{"status":"cancelled"}' }, all),
  denied('A30 one row less', { method: 'DELETE' }, one),
  denied('A30 no row left', { method: 'DELETE' }, all),
  denied('A30 no row left, to be given back', {
    method: 'DELETE',
    headers: { prefer: 'return=representation' },
  }),
  ...(['POST', 'PATCH', 'DELETE'] as const).map((method) =>
    fact(`A31 ${method} cannot ask to be undone`, async (shop) => {
      const reply = await shop.ask(`/rest/v1/orders${one}`, {
        method,
        body: '{"status":"cancelled"}',
        headers: { prefer: 'tx=rollback' },
      })
      expectDenied(reply)
      expect(reply.headers['preference-applied'] ?? '').not.toContain('tx')
    }),
  ),
  fact('A31 an order that asks to be undone is placed', async (shop) => {
    const p = aNewOrder()
    shop.mayAdd(p.id)
    const reply = await shop.call('place_order', { p }, { headers: { prefer: 'tx=rollback' } })
    expect(reply).toMatchObject({ status: 201, body: { ok: true } })
    expect(reply.headers['preference-applied'] ?? '').not.toContain('tx')
    expect(await shop.asAdmin('select id from public.orders where id = $1', [p.id])).toHaveLength(1)
  }),
  ...['TRACE', 'PROPFIND', 'MOVE', 'LOCK', 'QUERY'].map((method) =>
    fact(`A30 ${method} does nothing`, async (shop) => {
      const reply = await shop.ask(`/rest/v1/orders${one}`, { method })
      expect(reply.status).toBeGreaterThanOrEqual(400)
      expect(reply.status).toBeLessThanOrEqual(501)
    }),
  ),
  ...['x-http-method', 'x-http-method-override', 'x-method-override'].map((header) =>
    fact(`A30 ${header} makes no other method of a request`, async (shop) => {
      const headers = { [header]: 'DELETE' }
      expectDenied(await shop.ask(`/rest/v1/orders${one}`, { headers }))
      expectRefused(
        await shop.ask(`/rest/v1/orders${one}&_method=DELETE`, {
          method: 'POST',
          body: '{}',
          headers,
        }),
      )
    }),
  ),
  fact('A29 the real client is refused every write', async (shop) => {
    const orders = () => shop.client().from('orders')
    const replies = await Promise.all([
      orders().insert(aRow()).select(),
      orders().upsert(aRow(victim.id)).select(),
      orders().update({ status: 'cancelled' }).neq('id', ''),
      orders().delete().neq('id', ''),
    ])
    for (const reply of replies)
      expect(reply).toMatchObject({ status: 401, error: { code: '42501' } })
  }),
]

function denied(title: string, asking: Asking, query = ''): AttackCase {
  return fact(`${title} is not written`, async (shop) => {
    expectDenied(await shop.ask(`/rest/v1/orders${query}`, asking))
  })
}

/** One that breaks no rule of the table. */
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

function json(value: unknown): string {
  return JSON.stringify(value)
}
