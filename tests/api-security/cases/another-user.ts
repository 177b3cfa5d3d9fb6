/* Somebody who has signed in, and is not the admin. */
import { expect } from 'vitest'
import { aNewOrder } from '#tests/support/a-new-order.ts'
import { type AttackCase, fact } from '../attack-case.ts'
import { expectDenied, expectRefused } from '../outcomes.ts'
import { letter, victim } from '../planted.ts'
import { userLogin } from '../shop.ts'

const one = `/rest/v1/orders?id=eq.${victim.id}`
const representation = { prefer: 'return=representation' }

/** What a sign-in leaves behind. */
const SIGNING_IN = ['auth.users', 'auth.sessions', 'auth.refresh_tokens']

const ADMINS: [name: string, given: object][] = [
  ['admin_orders', { p: {} }],
  ['admin_orders', { p: { search: 'a', limit: 100, status: 'pending' } }],
  ['admin_order', { p_id: victim.id }],
  ['admin_order_counts', {}],
  ['admin_dashboard', {}],
  ['admin_client', {}],
  ['admin_customers', { p: {} }],
  ['admin_erase_customer', { p: { order: victim.id } }],
  ['admin_messages', { p: {} }],
  ['admin_unread_messages', {}],
  ['admin_mark_message', { p_id: letter.messageId, p_is_read: true }],
  ['admin_delete_message', { p_id: letter.messageId }],
]

export const anotherUser: AttackCase[] = [
  ...[
    '?select=*',
    `?id=eq.${victim.id}`,
    '?shipping_address->>phone=like.03*',
    '?order=date.desc',
  ].map((query) =>
    fact(`B01 no orders are found by ${query}`, async (shop) => {
      const reply = await shop.ask(`/rest/v1/orders${query}`, { token: shop.user.token })
      expect(reply).toMatchObject({ status: 200, body: [] })
    }),
  ),
  fact(
    'B01 the real client, signed in, finds none',
    async (shop) => {
      const client = shop.client()
      await client.auth.signInWithPassword(userLogin)
      expect(await client.from('orders').select('*')).toMatchObject({ data: [], error: null })
    },
    SIGNING_IN,
  ),
  fact('B02 orders are counted as none', async (shop) => {
    for (const count of ['exact', 'planned', 'estimated']) {
      const reply = await shop.ask('/rest/v1/orders', {
        method: 'HEAD',
        token: shop.user.token,
        headers: { prefer: `count=${count}` },
      })
      if (count === 'exact') expect(reply.headers['content-range']).toBe('*/0')
      else expect(reply.headers['content-range'] ?? '').not.toMatch(/\/0*[456]$/)
    }
  }),
  fact('B02 no filter tells by an error or its time what a row holds', async (shop) => {
    const { token } = shop.user
    for (const filter of [
      'shipping_address->>fullName=match.Zarq',
      'shipping_address->>fullName=match.(',
      'total=gt.0',
      'id=like.V*',
    ]) {
      const reply = await shop.ask(`/rest/v1/orders?${filter}`, { token })
      if (reply.status !== 200) expect(reply).toMatchObject({ status: 400 })
      else expect(reply.body).toEqual([])
    }
  }),
  fact('B03 a status is not changed', async (shop) => {
    const body = '{"status":"cancelled"}'
    const reply = await shop.ask(one, {
      method: 'PATCH',
      token: shop.user.token,
      body,
      headers: representation,
    })
    expect(reply).toMatchObject({ status: 200, body: [] })
  }),
  ...[{ tracking_number: 'MINE-1' }, { status: 'shipped', tracking_number: null }].map((change) =>
    fact(`B03 nor by ${JSON.stringify(change)} to all rows`, async (shop) => {
      const { token } = shop.user
      const body = JSON.stringify(change)
      const reply = await shop.ask('/rest/v1/orders', {
        method: 'PATCH',
        token,
        body,
        headers: representation,
      })
      expect(reply).toMatchObject({ status: 200, body: [] })
    }),
  ),
  ...[{ total: 1 }, { id: 'MINEMINE' }, { shipping_address: {} }, { status: 'x', date: 'now' }].map(
    (change) =>
      fact(`B04 ${Object.keys(change)} cannot even be named`, async (shop) => {
        const body = JSON.stringify(change)
        expectDenied(await shop.ask(one, { method: 'PATCH', token: shop.user.token, body }), 403)
      }),
  ),
  fact('B05 nothing is deleted', async (shop) => {
    for (const path of [one, '/rest/v1/orders']) {
      expectDenied(await shop.ask(path, { method: 'DELETE', token: shop.user.token }), 403)
    }
  }),
  fact('B06 nothing is inserted', async (shop) => {
    const { token } = shop.user
    for (const prefer of [
      'return=minimal',
      'resolution=merge-duplicates',
      'resolution=ignore-duplicates',
    ]) {
      const body = JSON.stringify({ id: victim.id, items: [], total: 1 })
      const headers = { prefer }
      expectDenied(await shop.ask('/rest/v1/orders', { method: 'POST', token, body, headers }), 403)
    }
    const body = JSON.stringify({ id: victim.id })
    const put = await shop.ask(one, { method: 'PUT', token, body })
    expectRefused(put)
  }),
  ...[
    { data: { role: 'admin' } },
    { app_metadata: { role: 'admin' } },
    { role: 'service_role' },
    { email: 'admin@zulf.example' },
    { password: 'another-long-password' },
  ].map((change) =>
    fact(
      `B07 what one says of oneself gives no rights: ${JSON.stringify(change)}`,
      async (shop) => {
        const body = JSON.stringify(change)
        for (const method of ['PUT', 'PATCH', 'POST']) {
          await shop.ask('/auth/v1/user', { method, token: shop.user.token, body })
        }
        const { token } = await shop.signIn(userLogin)
        const reply = await shop.ask('/rest/v1/orders', { token })
        expect(reply).toMatchObject({ status: 200, body: [] })
      },
      SIGNING_IN,
    ),
  ),
  fact('B13 orders are placed and seen as by any visitor', async (shop) => {
    const { token } = shop.user
    const request = aNewOrder()
    shop.mayAdd(request.id)
    expect(await shop.call('place_order', { p: request }, { token })).toMatchObject({ status: 201 })
    expect(await shop.call('place_order', { p: request }, { token })).toMatchObject({
      status: 200,
      body: { replay: true },
    })
    for (const p_id of [victim.id, 'QQQQQQQQ', 'no id']) {
      const asVisitor = await shop.call('get_order', { p_id })
      const asUser = await shop.call('get_order', { p_id }, { token })
      expect([asUser.status, asUser.text]).toEqual([asVisitor.status, asVisitor.text])
    }
    const taken = await shop.call('place_order', { p: aNewOrder({ id: victim.id }) }, { token })
    expect(taken).toMatchObject({ status: 409, body: { code: 'id_taken' } })
  }),
  fact('B13 one’s own order cannot be moved or read past the functions', async (shop) => {
    const { token } = shop.user
    const request = aNewOrder()
    shop.mayAdd(request.id)
    await shop.call('place_order', { p: request }, { token })
    const path = `/rest/v1/orders?id=eq.${request.id}`
    expect((await shop.ask(path, { token })).body).toEqual([])
    const body = '{"status":"delivered"}'
    await shop.ask(path, { method: 'PATCH', token, body })
    const rows = await shop.asAdmin('select status from public.orders where id = $1', [request.id])
    expect(rows).toEqual([{ status: 'pending' }])
  }),
  ...ADMINS.map(([name, given]) =>
    fact(`B14 ${name} of ${JSON.stringify(given)} is for admins only`, async (shop) => {
      expectDenied(await shop.call(name, given, { token: shop.user.token }), 403)
    }),
  ),
  ...['is_admin', 'clean_text', 'short_pieces', 'require_admin'].map((name) =>
    fact(`B14 ${name} has no address`, async (shop) => {
      const reply = await shop.call(name, {}, { token: shop.user.token })
      expect(reply).toMatchObject({ status: 404, body: { code: 'PGRST202' } })
    }),
  ),
  fact('B15 no event is sent to a listener', async (shop) => {
    const { token } = shop.user
    const path = `/realtime/v1/websocket?apikey=sb_publishable_local&vsn=1.0.0&token=${token}`
    const reply = await shop.ask(path, { token })
    expect(reply.status).toBe(404)
    const broadcast = { method: 'POST', body: '{}', token }
    expect((await shop.ask('/realtime/v1/api/broadcast', broadcast)).status).toBe(404)
  }),
  fact('B16 there is no second grammar', async (shop) => {
    const body = '{"query":"{__schema{types{name}}}"}'
    for (const path of ['/graphql/v1', '/rest/v1/rpc/graphql']) {
      const reply = await shop.ask(path, { method: 'POST', body, token: shop.user.token })
      expect(reply.status).toBe(404)
    }
  }),
  ...['private', 'auth', 'local'].map((profile) =>
    fact(`B16 the schema ${profile} is not entered`, async (shop) => {
      const headers = { 'accept-profile': profile, 'content-profile': profile }
      const { token } = shop.user
      for (const table of ['order_keys', 'users', 'store_admins']) {
        const reply = await shop.ask(`/rest/v1/${table}`, { token, headers })
        expect(reply).toMatchObject({ status: 406, body: { code: 'PGRST106' } })
      }
    }),
  ),
  fact(
    'B17 a token outlives its user without any rights',
    async (shop) => {
      await shop.asAdmin('delete from auth.users where id = $1', [shop.user.userId])
      const { token } = shop.user
      const read = await shop.ask('/rest/v1/orders', { token })
      expect(read).toMatchObject({ status: 200, body: [] })
      expectDenied(await shop.call('admin_orders', { p: {} }, { token }), 403)
      expectRefused(await shop.ask('/auth/v1/user', { token }))
      const body = JSON.stringify({ refresh_token: shop.user.refreshToken })
      const refreshed = await shop.ask('/auth/v1/token?grant_type=refresh_token', {
        method: 'POST',
        body,
      })
      expect(refreshed.status).toBe(400)
    },
    SIGNING_IN,
  ),
]
