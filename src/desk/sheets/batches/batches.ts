/* Batches: the orders that were exported together for a courier. */
import type { Page } from '#admin/lists/list.ts'
import type { PackingReason } from '#admin/order/packing.ts'
import type { Stage } from '#admin/order/stages.ts'
import type { Cell } from '#desk/files/xlsx.ts'
import type { Trail } from '#desk/lists/trail.ts'
import type { Order } from '#order/order.ts'

/**
 * The stage of an order, or that its parcel came back and was checked in, whatever became of the order. One on hold is
 * apart while it has no number.
 */
export type BatchStage = Stage | 'checked_in' | 'held_without_number'

export interface Batch {
  id: number
  /** ISO timestamp. */
  at: string
  /** The id of a courier of the settings. */
  courier: string
  /** How many orders it has. */
  orders: number
  /** ISO timestamp; null where the batch was not undone. */
  undoneAt: string | null
  /** The act that is undone with it. */
  request: string | null
  /** ISO timestamp; null where no paper of it was printed. */
  printedAt: string | null
  /** How many of its orders are at which stage. Results of acts are without it. */
  stages?: Partial<Record<BatchStage, number>>
  /** On its page: what gave its orders numbers, shipped them or told their customers, the newest first. */
  acts?: BatchAct[]
}

/** An act that can be undone. */
export interface BatchAct {
  request: string
  ids: string[]
  /** What it did. Without either it gave numbers. */
  ships: boolean
  tells: boolean
}

/** The most orders of a batch. */
export const BATCH_SIZE = 500

/** An order of a batch, and what the courier was sent of it. */
export interface BatchOrder {
  order: Order
  /** Why it may not leave. */
  reasons: PackingReason[]
  /** Its row of the sheet as it was last sent; null where it was in no file. */
  cells: readonly Cell[] | null
  /** ISO timestamp: when its booking was cleared, or it went to another courier. */
  leftAt: string | null
}

export interface WholeBatch {
  batch: Batch
  /** In the order of the sheet and of the slips, with those that left. */
  orders: BatchOrder[]
}

export type PageOfBatches = Page<Batch, Trail>
