/* Figures of the dashboard. Revenue counts every order that is not cancelled. */
import type { OrderStatus } from '#order/status.ts'

export interface Dashboard {
  totalOrders: number
  /** Minor units, like every revenue below. */
  totalRevenue: number
  /** Pending and processing. */
  pendingOrders: number
  /** Delivered. */
  completedOrders: number
  /** Of the last 30 days, today included. */
  revenue30: number
  /** Of the 30 days before those. */
  revenuePrevious30: number
  /** The last 30 days without a gap, oldest first. */
  days: DaySales[]
  /** How many requests for help are open. */
  openRequests: number
  /** How many orders are older than private.retention_time() and still hold personal data, up to 1,000. */
  pastRetention: number
  /** Orders of the last 30 days whose copy the form service did not take. */
  unsentCopies: number
  /** Since when nothing is told, and why where that is known; null while notices go out. */
  standingNotices: { stoppedAt: string; reason: string | null } | null
  /** How many orders are marked and wait for a decision, up to 1,000. */
  markedOrders: number
  /** How many payments are not ticked as in the bank. */
  untickedPayments: number
  /** How many sizes, or the whole shop, are paused. */
  paused: number
  /** What a new shop has to set up still. */
  toSetUp: ('notices' | 'couriers')[]
  /** The size of the database. */
  databaseBytes: number
  /** What the plan of the host allows, in megabytes. */
  databaseLimitMb: number
  /** The five newest. */
  recent: RecentOrder[]
}

export interface DaySales {
  /** `2026-11-28`, a day in the shop's time zone. */
  day: string
  orders: number
  revenue: number
}

export interface RecentOrder {
  id: string
  fullName: string
  /** ISO timestamp. */
  date: string
  total: number
  status: OrderStatus
}

/** "+34% in 30 days"; words where the 30 days before had no revenue to compare with. */
export function formatRevenueChange({
  revenue30,
  revenuePrevious30,
}: Pick<Dashboard, 'revenue30' | 'revenuePrevious30'>): string {
  if (revenuePrevious30 === 0) {
    return revenue30 === 0 ? 'No sales in 60 days' : 'No sales in the 30 days before'
  }
  const percent = Math.round((revenue30 / revenuePrevious30 - 1) * 100)
  return `${percent < 0 ? '−' : '+'}${Math.abs(percent)}% in 30 days`
}

type Size = Pick<Dashboard, 'databaseBytes' | 'databaseLimitMb'>

const BYTES_PER_MB = 1_000_000

/** `Database: 42 MB of 500 MB`. */
export function formatDatabaseSize({ databaseBytes, databaseLimitMb }: Size): string {
  return `Database: ${Math.ceil(databaseBytes / BYTES_PER_MB)} MB of ${databaseLimitMb} MB`
}

/** Above 80 % of what the plan allows there is time left to do something about it. */
export function formatDatabaseNotice(size: Size): string | undefined {
  const percent = Math.floor((size.databaseBytes / BYTES_PER_MB / size.databaseLimitMb) * 100)
  if (percent <= 80) return undefined
  return `The database is ${percent}% full. Above 90% each connection can save only few orders: delete cancelled orders that were never booked, or choose a larger plan.`
}

/** The day with the highest revenue, if any day had revenue. */
export function bestDay(days: readonly DaySales[]): DaySales | undefined {
  const best = [...days].sort((a, b) => b.revenue - a.revenue)[0]
  return best && best.revenue > 0 ? best : undefined
}
