import { adminClient } from '#api/admin-client.ts'
import { adminRequest } from '../auth/admin-request.ts'

/** A customer by key, or the customer of an order by its id. */
export type WhoseData = { key: string } | { order: string }

export type ErasingResult =
  /** How many orders were erased, and how many other customers have the same phone. */
  | { ok: true; orders: number; otherNames: number }
  | { ok: false; code: 'open_orders'; orders: number }
  | { ok: false; code: 'not_found' }

/** Erases for good, in all orders of the customer. May throw a ShopError. */
export async function eraseCustomer(whose: WhoseData): Promise<ErasingResult> {
  const p = { ...whose }
  return (await adminRequest(
    adminClient.rpc('admin_erase_customer', { p }),
  )) as unknown as ErasingResult
}
