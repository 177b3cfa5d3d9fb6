/*
 * Orders, and what admins, couriers and customers do with them at random, several at a time. An act may be
 * refused; any other failure is thrown.
 */

import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { ASKED_REASONS } from '#admin/order/packing.ts'
import { goodAddress } from './address-cases.ts'
import { admin } from './database.ts'
import { aNewOrder, anEntry, anItem } from './order-factories.ts'
import { randomFrom } from './random-run.ts'
import { aStatement, type Line, type Money } from './statement-requests.ts'

export interface RandomActs {
  orders: number
  acts: number
  workers: number
  seed: number
}

/** How often something was done, and how often it was refused. */
export type Tally = Record<string, { done: number; refused: number }>

/** A function of the API, and what it is asked for. */
type Call = [name: string, p: Record<string, unknown>]

interface Shop {
  client: pg.ClientBase
  /** A whole number from 0 to below the end. */
  below(end: number): number
  /** The secret of each order's device. */
  tokens: Map<string, string>
}

interface Found {
  id: string
  version: number
  items: { id: string; size: string; quantity: number }[]
  phone: string
}

const COURIERS = ['postex', 'tcs', 'leopards']
const OPEN =
  "o.status in ('pending', 'processing') and not exists (select from private.parcels where order_id = o.id and is_current)"
const STATES = [
  'handed_over',
  'out_for_delivery',
  'attempt_failed',
  'returning',
  'returned',
  'delivered',
  'delivered',
]
const AT_THE_DESK = ['received_back', 'damaged', 'lost', 'found']
const ATTEMPTS = ['yes', 'no_answer', 'later', 'tomorrow', 'resume', 'reset']

/**
 * Places the orders, then does the acts, and more of a kind that was always refused. The pool is a superuser's.
 */
export async function actAtRandom(
  pool: pg.Pool,
  { orders, acts, workers, seed }: RandomActs,
): Promise<Tally> {
  await pool.query(`
    insert into auth.users (id, email) values ('${admin.claims?.['sub']}', 'acts@zulf.example');
    insert into auth.sessions (id, user_id)
      values ('${admin.claims?.['session_id']}', '${admin.claims?.['sub']}');
    insert into private.store_admins (user_id) values ('${admin.claims?.['sub']}')`)
  const tally: Tally = {}
  const tokens = new Map<string, string>()
  const kinds = Object.keys(ACTS)
  const neverDone = () => kinds.filter((kind) => !tally[kind]?.done)
  let [placed, acted] = [0, 0]
  const work = async (nth: number) => {
    const client = await pool.connect()
    const random = randomFrom(seed + nth)
    const below = (end: number) => Math.floor(random() * end)
    const act = (among: string[]) =>
      perform({ client, below, tokens }, among[below(among.length)] ?? '', tally)
    try {
      await client.query('select setseed($1)', [random()])
      while (placed++ < orders) await act(['place'])
      while (acted++ < acts) await act(kinds)
      while (neverDone().length > 0 && acted++ < 3 * acts) await act(neverDone())
    } finally {
      client.release()
    }
  }
  await Promise.all(Array.from({ length: workers }, (_, nth) => work(nth)))
  return tally
}

async function perform(shop: Shop, kind: string, tally: Tally): Promise<void> {
  const [name, p] = (await ACTS[kind]?.(shop)) ?? []
  const isDone = name !== undefined && (await call(shop.client, name, p))
  tally[kind] ??= { done: 0, refused: 0 }
  tally[kind][isDone ? 'done' : 'refused'] += 1
}

/** As a request of the API. Customers are not counted: it names no client. */
async function call(client: pg.ClientBase, name: string, p: unknown): Promise<boolean> {
  const isAdmin = name.startsWith('admin_')
  await client.query('begin')
  try {
    await client.query(
      `select set_config('request.jwt.claims', $1, true), set_config('request.method', 'POST', true),
        set_config('request.headers', '{}', true), set_config('role', $2, true)`,
      [JSON.stringify(isAdmin ? admin.claims : { role: 'anon' }), isAdmin ? admin.role : 'anon'],
    )
    const { rows } = await client.query(`select public.${name}($1) as body`, [p])
    const { ok, results } = rows[0].body ?? {}
    return (results?.[0]?.ok ?? ok) !== false
  } catch (error) {
    throw new Error(`${name} of ${JSON.stringify(p)} failed`, { cause: error })
  } finally {
    await client.query('commit')
  }
}

/** A random order that fits, and now and then one that may not. */
async function find(
  { client, below }: Shop,
  fits: string,
  count = 1,
): Promise<[Found, ...Found[]] | []> {
  const where = below(20) === 0 ? 'true' : fits
  const { rows } = await client.query<Found>(
    `select id, version, items, phone_key as phone from public.orders as o
     where ${where}
     order by random() limit ${count}`,
  )
  return rows as [Found, ...Found[]] | []
}

async function findOne({ client }: Shop, query: string): Promise<string | undefined> {
  const { rows } = await client.query(`select found::text from (${query}) as listed (found)
    order by random() limit 1`)
  return rows[0]?.found
}

/** Something done to one order that fits: the request without its id and version. */
function onOrder(
  name: string,
  fits: string,
  make: (shop: Shop, order: Found) => Record<string, unknown> = () => ({}),
) {
  return async (shop: Shop): Promise<Call | undefined> => {
    const [order] = await find(shop, fits)
    const row = order && { id: order.id, version: order.version, ...make(shop, order) }
    return row && (name === 'change_order' ? [name, row] : act(name, row))
  }
}

function act(name: string, row: Record<string, unknown>): Call {
  return ['admin_act', { request: randomUUID(), act: name, rows: [row] }]
}

const anyOf = <Value>({ below }: Shop, values: readonly Value[]) =>
  values[below(values.length)] as Value
const aNumber = ({ below }: Shop) => `CN ${String(below(10 ** 9)).padStart(9, '0')}`
const aPhone = ({ below }: Shop) => `0300${String(1_000_000 + below(2000) * 37)}`

/** A line of a courier's file about a parcel: mostly a state and its cash. */
function aLine(shop: Shop, { id, items }: Found): Line {
  const day = new Date(Date.now() - shop.below(40) * 86_400_000).toISOString()
  const state = anyOf(shop, STATES)
  const money: Money[] = [{ kind: 'fee', amount: -15_000 }]
  if (state === 'delivered' || shop.below(10) === 0) {
    money.push({ kind: 'cash', amount: 79_900 * items.length + shop.below(3) * 100 })
  }
  return { reference: id, state, word: state, at: day, money }
}

const ACTS: Record<string, (shop: Shop) => Promise<Call | undefined>> = {
  async place(shop) {
    const items = [anItem(shop.below(2), 1 + shop.below(3))]
    const total = items.reduce((sum, { price, quantity }) => sum + price * quantity, 0)
    const p = aNewOrder({ items, total, shippingAddress: { ...goodAddress, phone: aPhone(shop) } })
    shop.tokens.set(p.id, p.token)
    return ['place_order', p]
  },
  async enter(shop) {
    return act('enter', anEntry(aNewOrder(), { advance: shop.below(3) * 100, note: 'Called' }))
  },
  async replace(shop) {
    const [order] = await find(shop, "o.status in ('shipped', 'delivered') and o.replaces is null")
    const [line] = order?.items ?? []
    if (!order || !line) return undefined
    const items = [{ id: line.id, size: line.size, quantity: 1 }]
    return act('enter', { id: aNewOrder().id, replaces: order.id, items, total: 0 })
  },
  async join(shop) {
    const [into] = await find(
      shop,
      `${OPEN} and exists (
      select from public.orders as b where b.phone_key = o.phone_key and b.id <> o.id and b.status = 'pending')`,
    )
    if (!into) return undefined
    const [added] = await find(
      shop,
      `${OPEN} and phone_key = '${into.phone}' and id <> '${into.id}'`,
    )
    if (!added) return undefined
    const { id, version } = added
    return act('join', { id, version, into: into.id, intoVersion: into.version })
  },
  async takeApart(shop) {
    const { rows } = await shop.client.query(
      `select order_id as id, version as "intoVersion"
       from private.joined_orders join public.orders as o on o.id = into_id order by random() limit 1`,
    )
    return rows[0] && act('take_apart', rows[0])
  },
  ship: onOrder('book', "o.status in ('pending', 'processing')", (shop) => ({
    include: ASKED_REASONS,
    status: 'shipped',
    courier: anyOf(shop, COURIERS),
    trackingNumber: aNumber(shop),
  })),
  deliver: onOrder('book', "o.status = 'shipped'", () => ({ status: 'delivered' })),
  cancel: onOrder('book', 'true', ({ below }) => ({
    status: 'cancelled',
    ...(below(2) ? { outcome: 'returned' } : { endReason: 'fake' }),
  })),
  reopen: onOrder('book', "o.status in ('delivered', 'cancelled')", () => ({
    status: 'pending',
  })),
  moveToCourier: onOrder('book', "o.status <> 'delivered'", (shop) => ({
    courier: anyOf(shop, [...COURIERS, null]),
    include: ASKED_REASONS,
  })),
  sendAgain: onOrder(
    'book',
    "exists (select from private.parcels where order_id = o.id and is_current and state in ('returned', 'received_back', 'lost'))",
    () => ({ status: 'pending', courier: null, trackingNumber: null }),
  ),
  correct: onOrder('correct', `${OPEN} and o.replaces is null`, (shop) => {
    const item = anItem(shop.below(2), 1 + shop.below(4))
    return shop.below(2)
      ? { shippingAddress: { ...goodAddress, phone: aPhone(shop) } }
      : { items: [item], total: item.price * item.quantity, advance: shop.below(3) * 50 }
  }),
  change: onOrder('change_order', OPEN, ({ tokens }, { id }) => ({
    token: tokens.get(id) ?? 'a-token-of-no-order-at-all',
    extras: { landmark: 'Near the mosque' },
    shippingAddress: { ...goodAddress, fullName: 'Sana Malik' },
  })),
  confirm: async (shop) => {
    const [order] = await find(shop, OPEN)
    const more = { act: anyOf(shop, ATTEMPTS), at: new Date().toISOString() }
    return order && act('attempt', { id: order.id, ...more })
  },
  note: async (shop) => {
    const [order] = await find(shop, 'true')
    return order && act('note', { id: order.id, note: 'Ring twice' })
  },
  erase: async (shop) => {
    const [order] = await find(
      shop,
      `not exists (
      select from public.orders as b where b.phone_key = o.phone_key and b.status not in ('delivered', 'cancelled'))`,
    )
    return order && ['admin_erase_customer', { order: order.id }]
  },
  delete: onOrder('delete', "o.status = 'cancelled'"),
  batch: async (shop) => {
    const ids = (await find(shop, OPEN, 1 + shop.below(20))).map(({ id }) => id)
    const includes = { include: ASKED_REASONS, includeExported: shop.below(8) === 0 }
    return act('batch', { id: '', courier: anyOf(shop, COURIERS), ids, ...includes })
  },
  undoBatch: (shop) => undoOne(shop, 'batch'),
  statement: async (shop) => {
    const courier = anyOf(shop, COURIERS)
    const fits = `exists (select from private.parcels where order_id = o.id and courier = '${courier}')`
    const lines = (await find(shop, fits, 1 + shop.below(30))).map((order) => aLine(shop, order))
    const replaces = shop.below(5) === 0 && (await findStatement(shop, courier))
    const more = { courier, dated: null, net: 100, ...(replaces && { replaces: Number(replaces) }) }
    return act('apply', aStatement(lines, more))
  },
  undoStatement: (shop) => undoOne(shop, 'apply'),
  bank: async (shop) => {
    const id = await findStatement(shop)
    const inBank = shop.below(3) > 0
    return id === undefined ? undefined : act('bank', { id, inBank })
  },
  checkIn: async (shop) => {
    const [order] = await find(shop, "o.status in ('shipped', 'cancelled')")
    return order && act('check_in', { id: order.id, act: anyOf(shop, AT_THE_DESK) })
  },
  undoCheckIn: (shop) => undoOne(shop, 'check_in'),
}

async function undoOne(shop: Shop, act: string): Promise<Call | undefined> {
  const request = await findOne(
    shop,
    `select request from private.acts where act = '${act}' and undone_at is null`,
  )
  return request === undefined ? undefined : ['admin_undo_act', { request }]
}

function findStatement(shop: Shop, courier?: string): Promise<string | undefined> {
  const of = courier ? ` and courier = '${courier}'` : ''
  return findOne(shop, `select id from private.statements where undone_at is null${of}`)
}
