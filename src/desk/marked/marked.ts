/* Orders that were saved although a limit was reached, in groups, and what an admin decides on them. */

import type { StoredMark } from '#admin/order/marks.ts'
import { formatCount, type MarkedAct } from '#admin/order/orders.ts'
import { formatMoment } from '#kit/dates.ts'
import { formatMoney } from '#kit/money.ts'

/** Open orders that are not booked, with the same mark for the same reason. */
export interface MarkedGroup {
  mark: StoredMark
  group: string
  orders: number
  /** Minor units. */
  total: number
  /** How many different phones its orders have. */
  phones: number
  /** ISO timestamps. */
  firstAt: string
  lastAt: string
  /** Of its orders, as many as one act takes. */
  ids: readonly string[]
  /** The three most frequent. */
  cities: { city: string; orders: number }[]
}

/** An act on marked orders. */
export interface Decision {
  request: string
  /** ISO timestamp. */
  at: string
  act: MarkedAct
  /** Null where single orders were decided on. */
  mark: StoredMark | null
  /** How many it was about. */
  orders: number
  /** Those of them that are neither undone nor deleted, as the act left them. */
  rows: { id: string; version: number }[]
  /** ISO timestamp; null where it was not undone. */
  undoneAt: string | null
}

/** Newest first. */
export interface MarkedOrders {
  groups: MarkedGroup[]
  decisions: Decision[]
}

/** `40 orders`, `40 phones`, `31960.00` and `Lahore (38), Karachi (2)`. */
export function groupFacts({ orders, phones, total, cities }: MarkedGroup): string[] {
  return [
    formatCount(orders),
    phones === 1 ? '1 phone' : `${phones} phones`,
    formatMoney(total),
    cities.map(({ city, orders }) => `${city} (${orders})`).join(', '),
  ]
}

/** When the orders came: a moment, or from when to when. */
export function groupTime({ firstAt, lastAt }: MarkedGroup): string {
  const [first, last] = [formatMoment(firstAt), formatMoment(lastAt)]
  return first === last ? first : `${first} to ${last}`
}
