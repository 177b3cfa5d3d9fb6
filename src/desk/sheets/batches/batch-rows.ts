/* The orders of a batch as its page shows them, and what is different from what the courier was sent. */

import { reasonSentence, reasonsLeft } from '#admin/order/packing.ts'
import { courierName, findCourier } from '#admin/parcels/couriers.ts'
import { type Collected, whyCancelled } from '#admin/print/printing.store.ts'
import { shortMomentWithin } from '#admin/short-moment.ts'
import type { ColumnMapping } from '#desk/files/fields.ts'
import { type Receivers, toNumbered } from '#desk/files/numbers/numbered-order.ts'
import { cityResolver } from '#desk/sheets/city-resolver.ts'
import { changedCells } from '#desk/sheets/courier-sheet.ts'
import type { CourierSettings } from '#desk/sheets/couriers/courier-settings.ts'
import { isErased } from '#order/order.ts'
import { STATUS_TABLE } from '#order/status.ts'
import type { Batch, BatchOrder, WholeBatch } from './batches.ts'
import { batchName } from './steps.ts'

export interface BatchRow extends BatchOrder {
  /** What is different from what was sent, in words. */
  differences: string[]
}

export interface ShownBatch {
  batch: Batch
  rows: BatchRow[]
  /** The headers of its courier's files, as the admin chose them. */
  mapping: ColumnMapping
}

export function toShownBatch(
  { batch, orders }: WholeBatch,
  { columns, cities, cityNames, statementColumns }: CourierSettings,
): ShownBatch {
  const toCity = cityResolver(cities, cityNames)
  const isSent = orders.some(({ cells }) => cells !== null)
  const rows = orders.map((row) => {
    const { order, cells } = row
    // What is on its way is as it was sent.
    const headers = cells && isHere(row) ? changedCells(order, cells, columns, toCity) : []
    const differences = [
      cameBack(row) ? undefined : whyStays(row),
      isHere(row) && isSent && !cells && 'not in the file that was made',
      headers.length > 0 && `changed since it was sent: ${headers.join(', ')}`,
    ]
    return { ...row, differences: differences.filter((text) => typeof text === 'string') }
  })
  return { batch, rows, mapping: statementColumns }
}

/** Whether its parcel goes with this batch. */
export function isOpenRow(row: BatchOrder): boolean {
  return closedReason(row) === undefined
}

/** Whether its parcel went with this batch and came back. Then it is no difference from what the courier was sent. */
function cameBack({ order, leftAt }: BatchOrder): boolean {
  return leftAt === null && order.status === 'cancelled' && order.outcome !== undefined
}

/** Whether its parcel is not handed over yet: the order may be taken out, and a difference matters. */
export function isHere(row: BatchOrder): boolean {
  return isOpenRow(row) && STATUS_TABLE[row.order.status].isOpen
}

/** Why its parcel does not go with this batch. */
function closedReason({ order, leftAt }: BatchOrder): string | undefined {
  if (leftAt !== null) {
    const now = order.courier ? `is with ${courierName(order.courier)}` : 'has no courier'
    return `not sent with these since ${shortMomentWithin(leftAt)}, and ${now} now`
  }
  if (order.status === 'cancelled') return whyCancelled(order, 'was ')
  return isErased(order) ? 'its customer was erased' : undefined
}

/** Whether it may not leave with this batch now: it is on hold, replaced, or in another order's parcel. */
function isStopped(row: BatchOrder): boolean {
  return isHere(row) && reasonsLeft(row.reasons).length > 0
}

/** Why its parcel does not go with this batch, or not now. */
export function whyStays(row: BatchOrder): string | undefined {
  return isStopped(row) ? reasonSentence(reasonsLeft(row.reasons)) : closedReason(row)
}

/** The orders that may get numbers. A courier gives them in the order of the rows that were sent, else of the open ones. */
export function receiversOf({ batch, rows, mapping }: ShownBatch): Receivers {
  const numbered = rows.map((row) => ({ row, order: toNumbered(row.order, whyStays(row)) }))
  const ordersOf = (isWanted: (row: BatchRow) => boolean) =>
    numbered.filter(({ row }) => isWanted(row)).map(({ order }) => order)
  const sequences = [
    ordersOf(({ cells }) => cells !== null),
    ordersOf(isOpenRow),
    ordersOf(needsNumber),
  ]
  return {
    orders: ordersOf(() => true),
    sequences: sequences.filter(({ length }) => length > 0),
    format: findCourier(batch.courier)?.format ?? '',
    mapping,
  }
}

/** Whether its parcel has no number yet. True of one on hold as well. */
export function needsNumber(row: BatchRow): boolean {
  return isOpenRow(row) && row.order.trackingNumber === undefined
}

export type BatchPaper = 'slips' | 'load sheet' | 'pick list'

/** What is printed of a batch. Orders that left it are on no paper, and are named. */
export function paperOf(what: BatchPaper, batch: Batch, orders: readonly BatchOrder[]): Collected {
  const { courier, at } = batch
  const places = new Map(orders.map(({ order }, nth) => [order.id, nth + 1]))
  const left = orders.filter(({ leftAt }) => leftAt !== null)
  return {
    what,
    orders: orders
      .filter(({ leftAt }) => leftAt === null)
      .map(({ order, reasons }) => ({ ...order, reasons })),
    batch: { name: batchName(batch), courier, at, places },
    leftOut: left.map(({ order }) => ({ id: order.id, why: 'not sent with these' })),
  }
}
