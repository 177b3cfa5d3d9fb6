/* What the cases of placing an order are made with. */
import { expect } from 'vitest'
import { aNewOrder } from '#tests/support/a-new-order.ts'
import { anItem } from '#tests/support/order-request.ts'
import { type AttackCase, fact } from '../attack-case.ts'
import { expectCode } from '../outcomes.ts'
import type { Shop } from '../shop.ts'
import type { Reply } from '../wire.ts'

export type OrderRequest = ReturnType<typeof aNewOrder>

/** A new request, with text of it exchanged: for what JavaScript cannot write as JSON. */
export type Written = (request: OrderRequest) => unknown

/** Nothing is stored of it. */
export function refused(
  title: string,
  write: Written,
  status: number,
  code: string,
  field?: string,
): AttackCase {
  return fact(title, async (shop) => {
    expectCode(await place(shop, write), status, code, field)
  })
}

/** Stored once; `look` gets the order that was answered. */
export function accepted(
  title: string,
  write: Written,
  look: (order: StoredOrder, shop: Shop) => unknown = () => undefined,
): AttackCase {
  return fact(title, async (shop) => {
    const request = aNewOrder()
    shop.mayAdd(request.id)
    const reply = await place(shop, write, request)
    expect(reply).toMatchObject({ status: 201, body: { ok: true, replay: false } })
    const rows = await shop.asAdmin('select status from public.orders where id = $1', [request.id])
    expect(rows).toEqual([{ status: 'pending' }])
    await look(orderIn(reply), shop)
  })
}

export interface StoredOrder {
  id: string
  items: Record<string, unknown>[]
  total: number
  status: string
  date: string
  shippingAddress: Record<string, string>
}

export function orderIn(reply: Reply): StoredOrder {
  return (reply.body as { order: StoredOrder }).order
}

/** A string is sent as it is: the whole body. */
export function place(shop: Shop, write: Written, request = aNewOrder()): Promise<Reply> {
  const p = write(request)
  return shop.call('place_order', typeof p === 'string' ? p : { p })
}

/** The body of a request with one piece of its text exchanged, which must be in it. */
export function withText(request: OrderRequest, text: string, other: string): string {
  const body = JSON.stringify({ p: request })
  if (!body.includes(text)) throw new Error(`There is no ${text} to exchange`)
  return body.replace(text, other)
}

export function withItem(change: Record<string, unknown>): Written {
  return (request) => ({ ...request, items: [{ ...anItem(), ...change }] })
}

export function withAddress(change: Record<string, unknown>): Written {
  return (request) => ({ ...request, shippingAddress: { ...request.shippingAddress, ...change } })
}
