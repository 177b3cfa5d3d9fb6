/* What the packing station shows, and what its steps work on. */
import type { WritableAtom } from 'nanostores'
import { sendAct } from '#admin/acts/acts.api.ts'
import type { Acts } from '#admin/acts/acts.store.ts'
import { fetchOrderInFull, fetchOrders } from '#admin/order/orders.api.ts'
import type { BookedParts, DispatchRow } from '#desk/acts/row.ts'
import { type NumberedOrder, toNumbered } from '#desk/files/numbers/numbered-order.ts'
import { lookUpNumbers } from '#desk/files/numbers/numbers.api.ts'
import type { Parcel } from './parcel.ts'
import type { Scanning } from './scan-pair.ts'

export interface Station {
  scanning: Scanning
  /** The one on screen. */
  parcel: Parcel | undefined
  isAsking: boolean
  /** The numbers of the labels that were scanned, the newest first. */
  rows: readonly DispatchRow[]
}

export const liveServices = {
  fetchOrderInFull,
  fetchOrders,
  lookUpNumbers,
  sendAct,
}

export interface Working {
  $station: WritableAtom<Station>
  /** By order id: those that were scanned since the page was opened. */
  known: Map<string, Parcel>
  /** The batch of the URL; 0 for any. */
  batch: number
  services: typeof liveServices
  /** Of the rows. */
  acts: Acts<Pick<DispatchRow, 'id' | 'change'>>
}

/** Those that were scanned since the page was opened. */
export function scannedOrders({ known }: Working): NumberedOrder[] {
  return [...known.values()].map(({ found, refusal }) => toNumbered(found.order, refusal))
}

export function tell(working: Working, says: string, isProblem: boolean): void {
  const { scanning } = working.$station.get()
  set(working, { scanning: { ...scanning, says, isProblem } })
}

export function put(working: Working, row: DispatchRow): void {
  const others = working.$station.get().rows.filter(({ id }) => id !== row.id)
  set(working, { rows: [row, ...others] })
}

export function remove(working: Working, id: string): void {
  const { rows, scanning } = working.$station.get()
  const pairs = scanning.pairs.filter(({ order }) => order.id !== id)
  set(working, { rows: rows.filter((row) => row.id !== id), scanning: { ...scanning, pairs } })
}

export function set({ $station }: Working, change: Partial<Station>): void {
  $station.set({ ...$station.get(), ...change })
}

/** The order as a change has made it. */
export function keep(working: Working, id: string, change: BookedParts | undefined): void {
  const before = working.known.get(id)
  if (!before || !change) return
  const { endReason, ...parts } = change
  const order = { ...before.found.order, ...parts }
  const parcel = { ...before, found: { ...before.found, order, endReason } }
  working.known.set(id, parcel)
  if (working.$station.get().parcel?.found.order.id === id) set(working, { parcel })
}
