/* Requests about confirming orders. Each may throw a ShopError. */

import { adminClient } from '#admin/auth/admin-client.ts'
import { adminCall } from '#admin/auth/admin-request.ts'
import type { MessageKind } from '#admin/order/confirmation.ts'
import type { Refusal } from '#admin/order/orders.ts'
import type { MessageLanguage } from '#config/locale.ts'

export type NextOrder =
  | {
      ok: true
      /** Null where no order is due. */
      id: string | null
      left: {
        due: number
        /** Of those that are due, on the screen of another device. */
        elsewhere: number
        waiting: number
        postponed: number
      }
    }
  | Refusal

/** Leases the most urgent order to this device, or `first`. `skip` are those that were passed over. */
export function fetchNextOrder(
  device: string,
  skip: readonly string[],
  first: string | undefined,
): Promise<NextOrder> {
  const p = { device, skip: [...skip], ...(first && { first }) }
  return adminCall(adminClient.rpc('admin_next_order', { p }))
}

/** A chat that was opened. */
export interface OpenedMessage {
  /** Of the order. */
  id: string
  kind: MessageKind
  language: MessageLanguage
  /** Of the message's confirm link, which opens nothing before it is saved. The three newest of an order do. */
  code?: string
}
