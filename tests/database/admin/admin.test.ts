import { beforeAll, describe, expect, test } from 'vitest'
import { anAttempt } from '#tests/support/order-factories.ts'
import {
  admin,
  attacker,
  type DatabaseCaller,
  openDatabase,
  signedIn,
} from '../../support/database.ts'

const { sql, queryAs, call, place, withoutTriggers, book } = openDatabase({ beginAlike: true })

const adminId = String(admin.claims?.['sub'])
const adminSession = String(admin.claims?.['session_id'])
const attackerId = String(attacker.claims?.['sub'])
const attackerSession = String(attacker.claims?.['session_id'])
const claimsOfGrandeur = {
  user_metadata: { role: 'admin' },
  app_metadata: { role: 'admin' },
  is_admin: true,
}

beforeAll(async () => {
  await place(anAttempt(1))
  await place(anAttempt(2))
})

// linter.test.ts has that no other caller reads orders, and that nobody writes the table.
describe('orders are read by', () => {
  test('an admin, all of them and whole', async () => {
    expect(await read(admin)).toEqual(['NTH00001', 'NTH00002'])
    const { rows } = await queryAs(admin, 'select * from public.orders limit 1')
    expect(Object.keys(rows[0] ?? {})).toEqual([
      'id',
      'items',
      'total',
      'shipping_address',
      'payment_method',
      'status',
      'date',
      'estimated_delivery',
      'tracking_number',
      'tracking_history',
      'version',
      'phone_key',
      'search_text',
      'replaces',
      'extras',
    ])
  })

  test('B01 nobody who is only signed in', async () => {
    expect(await read(attacker)).toEqual([])
  })

  test('and the planner expects one row, however many there are, for any question', async () => {
    await withoutTriggers(`
      insert into public.orders (
        id, items, total, shipping_address, phone_key, payment_method, estimated_delivery
      )
      select 'MANY' || (1000 + nth), items, total, shipping_address, phone_key, payment_method, estimated_delivery
      from public.orders, generate_series(1, 3000) as nth where id = 'NTH00001'
    `)
    await sql('analyze public.orders')
    for (const statement of ['select 1', 'select *', "select id || ''", 'select distinct id']) {
      for (const caller of [attacker, admin]) {
        const { rows } = await queryAs(
          caller,
          `explain (format json) ${statement} from public.orders`,
        )
        expect(rows).toMatchObject([{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': 1 } }] }])
      }
    }
  })

  test.each<[fact: string, caller: DatabaseCaller]>([
    ['B07 user metadata that says admin', signedIn(attackerId, attackerSession, claimsOfGrandeur)],
    ['B09 the id of the admin with another session', signedIn(adminId, attackerSession)],
    ['B09 the id of the admin with an unknown session', signedIn(adminId, attackerId)],
    ['B10 the session of the admin with another id', signedIn(attackerId, adminSession)],
    [
      'B10 the session of the admin without an id',
      signedIn(adminId, adminSession, { sub: undefined }),
    ],
    [
      'B10 C12 the id of the admin without a session',
      signedIn(adminId, '', { session_id: undefined }),
    ],
    ['B10 the id of the admin with an empty session', signedIn(adminId, '')],
    ['B10 the id of the admin with a session of null', signedIn(adminId, '', { session_id: null })],
  ])('nobody with %s', async (_, caller) => {
    expect(await read(caller)).toEqual([])
    await expectNoAdmin(caller)
  })

  test('B11 nobody whose id is no id', async () => {
    await expect(read(signedIn('x', adminSession))).rejects.toMatchObject({ code: '22P02' })
  })

  test.each([
    ['C13 signed out', 'delete from auth.sessions where id = $1', adminSession],
    ['C14 signed in 12 hours ago', older('created_at', '12 hours'), adminSession],
    ['ended by the auth service', older('not_after', '0 hours'), adminSession],
    ['C15 no longer an admin', 'delete from private.store_admins where user_id = $1', adminId],
    ['B17 deleted', 'delete from auth.users where id = $1', adminId],
  ])('not the admin when %s', async (_, statement, id) => {
    expect(await read(admin)).toHaveLength(2)
    await sql(statement, [id])
    expect(await read(admin)).toEqual([])
    await expectNoAdmin(admin)
  })

  test('the admin just before 12 hours are over', async () => {
    await sql(older('created_at', '11 hours 59 minutes'), [adminSession])
    expect(await read(admin)).toHaveLength(2)
  })
})

describe('orders are changed by', () => {
  test('an admin, who sets any status from any other', async () => {
    const statuses = ['delivered', 'pending', 'cancelled', 'shipped', 'processing']
    for (const status of statuses) {
      const { body } = await book('NTH00001', { status })
      expect(body).toMatchObject({ ok: true, order: { status } })
    }
  })

  test('C25 nobody to a status that is none', async () => {
    expect((await book('NTH00001', { status: 'refunded' })).body).toMatchObject({
      ok: false,
      ...{ code: 'status_invalid', field: 'status' },
    })
    expect(await statuses()).toEqual(['pending', 'pending'])
  })

  test.each(['items', 'total', 'payment_method', 'date', 'estimated_delivery'])(
    'not even the owner of the table in %s, which is part of the sale',
    async (column) => {
      const other = `(select ${column} from other where id = 'NTH00002')`
      await sql('create temp table other on commit drop as select * from public.orders')
      await sql(`update other set items = '[]', total = 1, payment_method = 'card',
        date = date - interval '1 day', estimated_delivery = estimated_delivery + 1`)
      const statement = `update public.orders set ${column} = ${other} where id = 'NTH00001'`
      await expect(sql(statement)).rejects.toMatchObject({ code: '42501' })
    },
  )
})

async function read(caller: DatabaseCaller) {
  const { rows } = await queryAs<{ id: string }>(caller, 'select id from public.orders order by id')
  return rows.map((row) => row.id)
}

async function expectNoAdmin(caller: DatabaseCaller) {
  const refused = { code: '42501', message: 'for admins only' }
  await expect(call(caller, 'admin_orders', { p: {} })).rejects.toMatchObject(refused)
}

async function statuses() {
  const rows = await sql<{ status: string }>('select status from public.orders order by id')
  return rows.map((row) => row.status)
}

function older(column: string, age: string) {
  return `update auth.sessions set ${column} = now() - interval '${age}' where id = $1`
}
