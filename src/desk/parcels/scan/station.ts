/* What the page of scans shows, and what its steps work on. */
import type { WritableAtom } from 'nanostores'
import { sendAct } from '#admin/acts/acts.api.ts'
import type { Acts } from '#admin/acts/acts.store.ts'
import { BAD_BEEP, beep, GOOD_BEEP } from '#admin/beep.ts'
import { fetchOrderInFull, fetchOrders } from '#admin/order/orders.api.ts'
import type { BookedParts, DispatchRow } from '#desk/acts/row.ts'
import { lookUpNumbers } from '#desk/files/numbers/numbers.api.ts'
import type { CheckInStore } from './check-in.store.ts'
import type { Parcel } from './parcel.ts'

export interface Station {
  /** The order whose slip was scanned, and whose label comes next. */
  slip: Named | undefined
  /** What came of the last scan. */
  says: string
  isProblem: boolean
  /** The one on screen. */
  parcel: Parcel | undefined
  isAsking: boolean
  /** The numbers of the labels that were scanned, the newest first. */
  rows: readonly DispatchRow[]
}

export type Named = Pick<DispatchRow, 'id' | 'fullName'>

export const liveServices = { fetchOrderInFull, fetchOrders, lookUpNumbers, sendAct, beep }

export interface Working {
  $station: WritableAtom<Station>
  /** By order id: those that were scanned since the page was opened. */
  known: Map<string, Parcel>
  /** The batch of the URL; 0 for any. */
  batch: number
  services: typeof liveServices
  /** Of what comes back. */
  checkIns: CheckInStore
  /** Of the rows. */
  acts: Acts<Pick<DispatchRow, 'id' | 'change'>>
}

/** Those that were scanned since the page was opened. */
export function scannedOrders({ known }: Working) {
  return [...known].map(([id, { found }]) => ({ id, phone: found.order.shippingAddress.phone }))
}

export function rowOf({ $station }: Working, id: string): DispatchRow | undefined {
  return $station.get().rows.find((row) => row.id === id)
}

export function tell(
  working: Working,
  says: string,
  isProblem: boolean,
  change: Partial<Station> = {},
): void {
  void working.services.beep(isProblem ? BAD_BEEP : GOOD_BEEP)
  set(working, { ...change, says, isProblem })
}

export function put(working: Working, row: DispatchRow): void {
  const others = working.$station.get().rows.filter(({ id }) => id !== row.id)
  set(working, { rows: [row, ...others] })
}

export function remove(working: Working, id: string): void {
  set(working, { rows: working.$station.get().rows.filter((row) => row.id !== id) })
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
