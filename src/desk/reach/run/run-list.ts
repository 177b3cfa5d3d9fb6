/* The orders beside the one on screen in the run: those that wait, come later, or are on another device. */
import type { ContentLine } from '#admin/order/contents.ts'
import { formatShortMoment } from '#admin/order/short-moment.ts'

export interface ListedOrder {
  id: string
  place: 'waiting' | 'later' | 'elsewhere'
  /** ISO timestamp of the last contact. */
  at: string
  /** ISO timestamp: when it is asked about again. Null where it waits for a decision. */
  dueAt: string | null
  noAnswers: number
  fullName: string
  city: string
  items: ContentLine[]
  /** Minor units, to be collected. */
  cash: number
}

/** `asked 2:05 PM`, `due tomorrow 10:00 AM`, `3 times no answer: decide`. */
export function formatWait({ place, at, dueAt, noAnswers }: ListedOrder, now = new Date()): string {
  const moment = (timestamp: string) =>
    formatShortMoment(timestamp, now)
      .replace(/^Today /, '')
      .replace(/^(Tomorrow|Yesterday)/, (day) => day.toLowerCase())
  if (place === 'elsewhere') return 'on its screen now'
  if (place === 'waiting') return `asked ${moment(at)}`
  return dueAt ? `due ${moment(dueAt)}` : `${noAnswers} times no answer: decide`
}

/** Milliseconds until the first of them is due; undefined where none will be. */
export function msUntilDue(orders: readonly ListedOrder[], now = Date.now()): number | undefined {
  const due = orders.flatMap(({ dueAt }) => (dueAt ? [Date.parse(dueAt)] : []))
  return due.length > 0 ? Math.max(Math.min(...due) - now, 1000) : undefined
}
