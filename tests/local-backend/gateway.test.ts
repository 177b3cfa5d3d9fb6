import { describe, expect, test } from 'vitest'
import { savedBy } from '#tests/support/limits.ts'
import { aNewOrder } from '#tests/support/order-factories.ts'
import { LOCAL_API_KEY } from '#tools/local-backend/gateway.ts'
import { openBackend } from './open-backend.ts'

const backend = openBackend('gateway')

// Whom a proxy names is asked in tests/api-security (A106).
test('the caller is who connects where no proxy says a word', async () => {
  await call('/rest/v1/rpc/place_order', {
    method: 'POST',
    headers: { apikey: LOCAL_API_KEY, 'content-type': 'application/json' },
    body: JSON.stringify({ p: aNewOrder() }),
  })
  expect(await savedBy(backend.sql, '127.0.0.1')).toBe(1)
})

describe('a form', () => {
  test('of an order is saved', async () => {
    const form = new FormData()
    form.set('fullName', 'عائشہ')
    const response = await call('/forms/order', { method: 'POST', body: form })
    expect(await response.json()).toEqual({ ok: true })
    expect(await savedForms('order')).toEqual([{ fullName: 'عائشہ' }])
  })

  test('of an order is taken 100 times from a client, and still from another', async () => {
    const send = async (from: string) => {
      const headers = { 'x-forwarded-for': from }
      const body = new URLSearchParams({ city: 'Lahore' })
      return (await call('/forms/order', { method: 'POST', headers, body })).status
    }
    const statuses = []
    for (let nth = 0; nth < 101; nth += 1) statuses.push(await send('203.0.113.1'))
    expect(statuses.slice(99)).toEqual([200, 429])
    expect(await send('203.0.113.2')).toBe(200)
  })

  async function savedForms(form: string): Promise<Record<string, unknown>[]> {
    const rows = await backend.sql(
      'select fields from local.form_copies where form = $1 order by id',
      [form],
    )
    return rows.map((row) => row['fields'] as Record<string, unknown>)
  }
})

function call(path: string, init: RequestInit): Promise<Response> {
  return fetch(`${backend.url}${path}`, init)
}
