/* Requests about confirming orders. Each may throw a ShopError. */

import { adminClient } from '#admin/auth/admin-client.ts'
import { adminCall } from '#admin/auth/admin-request.ts'
import type { Confirmation, MessageKind, NewAttempt } from '#admin/order/confirmation.ts'
import type { Refusal, Told } from '#admin/order/orders.ts'
import type { MessageLanguage } from '#config/locale.ts'
import { settings } from '#config/settings.ts'
import type { OrderStatus } from '#order/status.ts'

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
      /** New chats of the last hour. */
      chats: number
    }
  | Refusal

/** Leases the most urgent order to this device, or `first`. `skip` are those that were passed over. */
export function fetchNextOrder(
  device: string,
  skip: readonly string[],
  first: string | undefined,
): Promise<NextOrder> {
  const { from, until } = settings.callHours
  const p = { device, from, until, skip: [...skip], ...(first && { first }) }
  return adminCall(adminClient.rpc('admin_next_order', { p }))
}

export type AttemptResult = { ok: true; status: OrderStatus; confirmation: Confirmation } | Refusal

export function addAttempt(attempt: NewAttempt): Promise<AttemptResult> {
  return adminCall(adminClient.rpc('admin_add_attempt', { p: { ...attempt } }))
}

/** Undoes the newest attempt of an order that nobody changed since. */
export function undoAttempt(
  undone: Pick<NewAttempt, 'id' | 'attempt'> & { version: number },
): Promise<{ ok: true } | Refusal> {
  return adminCall(adminClient.rpc('admin_undo_attempt', { p: { ...undone } }))
}

export interface OpenedMessage {
  /** Made once, so that a retry adds nothing. */
  message: string
  /** Of the order. */
  id: string
  kind: MessageKind
  language: MessageLanguage
  /** Of the message's confirm link, which opens nothing before it is saved. The three newest of an order do. */
  code?: string
}

export interface NotedMessage {
  ok: true
  /** New ones of the last hour. */
  chats: number
  /** All messages about the order. */
  told?: Told
}

/** Notes that a chat was opened. */
export function noteMessage(message: OpenedMessage): Promise<NotedMessage | Refusal> {
  return adminCall(adminClient.rpc('admin_tell', { p: { ...message } }))
}

export interface Joining {
  id: string
  version: number
  into: string
  intoVersion: number
}

/** Puts an order into another one's parcel. */
export function joinOrders(joining: Joining): Promise<{ ok: true } | Refusal> {
  return adminCall(adminClient.rpc('admin_join_orders', { p: { ...joining } }))
}

export function takeApart(id: string): Promise<{ ok: true } | Refusal> {
  return adminCall(adminClient.rpc('admin_take_apart', { p: { id } }))
}
