/* Batches: the orders that were exported together for a courier. */
import type { Order } from '#order/order.ts'

export interface Batch {
  id: number
  /** ISO timestamp. */
  at: string
  /** The id of a courier of the settings. */
  courier: string
  /** How many orders it has. */
  orders: number
  /** ISO timestamp; undefined where the batch was not undone. */
  undoneAt: string | undefined
}

/** The most orders that one request adds to a batch, and that one page of a batch has. */
export const BATCH_SIZE = 500

export interface BatchRequest {
  courier: string
  /** At most `BATCH_SIZE`. Without ids, the oldest orders that are open and not booked. */
  ids?: readonly string[]
  /** Whether orders among the ids that were exported or booked are exported once more. */
  includeExported?: boolean
  /** Whether marked orders on which nobody has decided are booked as well. */
  includeMarked?: boolean
  /** The batch that gets the orders. Without one, a new batch. */
  batch?: number
}

/** Why an order is not in the batch. Closed ones are delivered or cancelled. */
export type LeftOutReason = 'exported' | 'booked' | 'closed' | 'marked' | 'not_found'

export interface BatchChange {
  ok: true
  /** Undefined where no order was exported: then there is no new batch. */
  batch: Batch | undefined
  /** The ids that were added. */
  exported: string[]
  leftOut: { id: string; reason: LeftOutReason }[]
  /** Without ids: how many open orders are still not booked. */
  remaining: number
  /** Without ids: how many marked orders were left out. */
  marked: number
}

export interface BatchRefusal {
  ok: false
  /** `not_found` is about the batch: unknown, undone, or of another courier. */
  code: 'courier_invalid' | 'not_found' | 'too_many' | 'bad_field'
  field?: string
}

/** In `older` is what to ask for next; undefined at the end of the list. */
export interface PageOfBatches {
  batches: Batch[]
  older: number | undefined
}

export interface BatchOrder extends Order {
  units: number
}

export interface BatchPage {
  batch: Batch
  /** By id. */
  orders: BatchOrder[]
  /** The order after which the next page begins; undefined on the last page. */
  next: string | undefined
}

export type UndoResult =
  /** How many orders are open and not booked again, and how many are still booked or closed. */
  { ok: true; unbooked: number; stillBooked: number } | { ok: false; code: 'not_found' }
