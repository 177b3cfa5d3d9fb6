/* Logs hold no personal data, whatever a request holds and however it fails. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aNewOrder } from '#tests/support/order-factories.ts'
import { LOCAL_API_KEY } from '#tools/local-backend/gateway.ts'
import { askFor } from '../support/raw-request.ts'
import {
  adminLogin,
  aFolder,
  type ServerProcess,
  startBackendProcess,
} from '../support/shop-server.ts'

const MARK = 'Ayesha-Marker'
const folder = aFolder('logs')
let shop: ServerProcess

beforeAll(async () => {
  // The order and the letter are refused by a check that repeats the whole row, the login by a table
  // that is gone: each is a fault that no request should be able to cause.
  const BREAK_WITH = `
    alter table local.form_copies add check (fields::text not like '%${MARK}%');
    alter table public.orders add check (shipping_address::text not like '%${MARK}%');
    alter table auth.refresh_tokens rename to gone;`
  shop = await startBackendProcess(folder.path, { BREAK_WITH }, 'pipe')
})
afterAll(async () => {
  await shop?.kill('SIGTERM')
  folder.remove()
})

test('of the local backend name no path, body, header or row, only codes and places', async () => {
  const statuses = []
  for (const { method = 'POST', path, headers, body } of requests()) {
    const response = await askFor(shop.url, path, {
      method,
      headers: {
        host: new URL(shop.url).host,
        apikey: LOCAL_API_KEY,
        'content-type': 'application/json',
        'x-forwarded-for': MARK,
        'user-agent': MARK,
        ...headers,
      },
      ...(body !== undefined && { body }),
    }).catch(() => ({ status: 0 }))
    statuses.push(response.status)
  }
  expect(statuses.filter((status) => status === 500).length).toBeGreaterThanOrEqual(3)
  expect(statuses.filter((status) => Number(status) < 400).length).toBeGreaterThanOrEqual(2)
  // Of the last of them, so what came before is logged too.
  await expect.poll(shop.printed).toContain('42P01')
  expect(shop.printed()).toContain('23514')
  expect(shop.printed()).not.toContain(MARK)
})

interface Sent {
  method?: string
  path: string
  headers?: Record<string, string>
  body?: string
}

function requests(): Sent[] {
  const order = aNewOrder()
  const shippingAddress = { ...order.shippingAddress, fullName: MARK }
  const letter = JSON.stringify({ name: MARK })
  const form = `--b\r\nContent-Disposition: form-data; name="fullName"\r\n\r\n${MARK}\r\n--b--\r\n`
  const multipart = { 'content-type': 'multipart/form-data; boundary=b' }
  const login = '/auth/v1/token?grant_type=password'
  const place = '/rest/v1/rpc/place_order'
  return [
    { method: 'GET', path: `/product/${MARK}?name=${MARK}` },
    { method: 'GET', path: '/', headers: { host: MARK } },
    { method: 'GET', path: `/rest/v1/orders?id=eq.${MARK}` },
    { method: 'GET', path: `/rest/v1/${MARK}` },
    { method: 'GET', path: '/rest/v1/orders', headers: { authorization: `Bearer ${MARK}` } },
    { path: '/rest/v1/rpc/get_order', body: `{"p_id":"${MARK}"}` },
    { path: place, body: JSON.stringify({ p: { ...order, shippingAddress } }) },
    { path: place, body: JSON.stringify({ p: { ...order, token: MARK } }) },
    { path: place, body: `{"p":"${MARK}` },
    { path: place, body: `{"p":"${MARK}\\u0000"}` },
    { path: place, body: `${MARK}${'['.repeat(3_000)}` },
    { path: place, body: MARK.repeat(10_000) },
    { path: place, headers: { origin: `https://${MARK}.example` }, body: '{}' },
    { path: '/forms/contact', body: letter },
    { path: '/forms/contact', body: `{"name":"${MARK}\\u0000"}` },
    { path: '/forms/contact', body: `{"name":"${MARK}\\ud83c"}` },
    { path: '/forms/contact', body: `{"name":"${MARK}` },
    { path: '/forms/contact', body: `{"${MARK}":"x"}` },
    { path: '/forms/order', headers: multipart, body: form },
    { path: '/forms/order', headers: multipart, body: form.replace('--b--', MARK) },
    { path: `/forms/${MARK}`, body: letter },
    { path: login, body: JSON.stringify({ email: MARK, password: MARK }) },
    { path: login, body: JSON.stringify({ email: `${MARK}\ud83c`, password: MARK }) },
    { path: '/auth/v1/token?grant_type=refresh_token', body: `{"refresh_token":"${MARK}"}` },
    { method: 'GET', path: '/auth/v1/user', headers: { authorization: `Bearer ${MARK}` } },
    { method: 'GET', path: '/auth/v1/health' },
    { path: login, body: JSON.stringify({ ...adminLogin, data: MARK }) },
  ]
}
