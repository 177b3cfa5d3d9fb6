/* Cases that place an order: refused ones and accepted ones. */
import { expect } from 'vitest'
import { aNewOrder, anItem } from '#tests/support/order-factories.ts'
import { type AttackCase, attack, attacks } from './attack-case.ts'
import { expectCode } from './expectations.ts'
import type { Reply } from './http-client.ts'
import type { TestApi } from './test-api.ts'

export type OrderRequest = ReturnType<typeof aNewOrder>

/** Changes a request. A string is the whole body, for what JSON.stringify() cannot write. */
export type Change = (request: OrderRequest) => unknown

export interface SavedOrder {
  id: string
  items: Record<string, unknown>[]
  total: number
  shippingAddress: Record<string, string>
}

/** The unit price of `anItem()`. */
export const PRICE = anItem().price

/** One case for each value: the order is refused with this code, and nothing is saved. */
export function refusedOrders<Value>(
  title: string,
  values: readonly Value[],
  change: (value: Value) => Change,
  status: number,
  code: string,
  field?: string,
): AttackCase[] {
  return attacks(title, values, async (api, value) => {
    expectCode(await place(api, change(value)), status, code, field)
  })
}

/** The order is saved; `check` gets it as the response shows it. */
export function acceptedOrder(
  title: string,
  change: Change,
  check: (order: SavedOrder) => void = () => undefined,
): AttackCase {
  return attack(title, async (api) => {
    const request = aNewOrder()
    api.allowOrder(request.id)
    const reply = await place(api, change, request)
    expect(reply).toMatchObject({ status: 201, body: { ok: true, replay: false } })
    const rows = await api.sql('select status from public.orders where id = $1', [request.id])
    expect(rows).toEqual([{ status: 'pending' }])
    check((reply.body as { order: SavedOrder }).order)
  })
}

export function place(
  api: TestApi,
  change: Change = (request) => request,
  request = aNewOrder(),
  headers = {},
): Promise<Reply> {
  const p = change(request)
  return api.rpc('place_order', typeof p === 'string' ? p : { p }, { headers })
}

/** Places a valid order of the attacker. */
export async function placeOwnOrder(api: TestApi, headers = {}): Promise<OrderRequest> {
  const request = aNewOrder()
  api.allowOrder(request.id)
  expect((await place(api, undefined, request, headers)).status).toBe(201)
  return request
}

/** The body with one text replaced. */
export function withText(text: string, other: string): (request: OrderRequest) => string {
  return (request) => {
    const body = JSON.stringify({ p: request })
    if (!body.includes(text)) throw new Error(`The request does not contain ${text}`)
    return body.replace(text, other)
  }
}

export function withField(field: string): (value: unknown) => Change {
  return (value) => (request) => ({ ...request, [field]: value })
}

export function withItem(change: Record<string, unknown>): Change {
  return withField('items')([{ ...anItem(), ...change }])
}

export function withAddress(change: Record<string, unknown>): Change {
  return (request) => ({ ...request, shippingAddress: { ...request.shippingAddress, ...change } })
}
