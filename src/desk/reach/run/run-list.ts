/* The next order of a queue, and those beside it in the run: they wait, come later, or are on another device. */
import type { Act, RowResult } from '#admin/acts/acts.api.ts'
import type { ContentLine } from '#admin/order/contents-text.ts'
import { shortMomentWithin } from '#admin/short-moment.ts'
import type { Kept } from '#desk/lists/keep-places.ts'

/** What the database says of a queue. */
export interface NextOrder {
  /** Null where no order is left to ask about here. */
  id: string | null
  /** How many are left; in the run with those that are on other devices and those that were passed over. */
  due: number
  /** Whether there are more than were counted. */
  hasMore?: boolean
}

/** In the order of the list, each with its name, what follows a count, and what to do there. */
export const PLACES = [
  {
    place: 'waiting',
    title: 'Waiting for a reply',
    short: 'waiting',
    hint: 'A link that a customer presses confirms the order. When the reply comes in the chat, press Yes here.',
  },
  { place: 'later', title: 'Later', short: 'later', hint: '' },
  {
    place: 'elsewhere',
    title: 'On another device',
    short: 'on another device',
    hint: 'It comes back here once that device is done with it, or a few minutes later.',
  },
] as const

/** The most orders of a place that are listed: admin_run_list(). */
export const MAX_LISTED = 200

export type Place = (typeof PLACES)[number]['place']

export interface ListedOrder {
  id: string
  place: Place
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

/** The orders that are at a place now. */
export function ordersAt(place: Place, orders: readonly Kept<ListedOrder>[]): ListedOrder[] {
  return orders.filter((order) => order.place === place && !order.isGone)
}

/** The press here that confirmed the order; undefined where none did, or its customer was asked again since. */
export function replyTo<Reply extends Pick<Act, 'rows'> & { results: readonly RowResult[] }>(
  { id, at, isGone }: Kept<ListedOrder>,
  replies: readonly Reply[],
): Reply | undefined {
  return replies.findLast(({ rows, results }) => {
    const row = rows.find((one) => one.id === id)
    const isSaved = results.some((result) => result.ok && result.id === id)
    return isSaved && (isGone || Date.parse(String(row?.['at'])) >= Date.parse(at))
  })
}

/** `asked 2:05 PM, due 4:05 PM`, `due tomorrow 10:00 AM`, `3 times no answer: decide`. */
export function formatWait({ place, at, dueAt, noAnswers }: ListedOrder, now = new Date()): string {
  const moment = (timestamp: string) => shortMomentWithin(timestamp, now).replace(/^today /, '')
  if (place === 'elsewhere') return 'on its screen now'
  if (!dueAt) return `${noAnswers} times no answer: decide`
  return place === 'waiting' ? `asked ${moment(at)}, due ${moment(dueAt)}` : `due ${moment(dueAt)}`
}

/** Milliseconds until the first of them is due; undefined where none will be. */
export function msUntilDue(
  orders: readonly Kept<ListedOrder>[],
  now = Date.now(),
): number | undefined {
  const due = orders.flatMap(({ dueAt, isGone }) => (dueAt && !isGone ? [Date.parse(dueAt)] : []))
  return due.length > 0 ? Math.max(Math.min(...due) - now, 1000) : undefined
}

/** Says where the orders are that are to confirm (`due` of them), once none is left here. */
export function endSentence(due: number, orders: readonly Kept<ListedOrder>[]): string {
  const skipped = due - ordersAt('elsewhere', orders).length
  const places = [
    { count: skipped, short: 'passed over here' },
    ...PLACES.map(({ place, short }) => ({ count: ordersAt(place, orders).length, short })),
  ]
  const named = places
    .filter(({ count }) => count > 0)
    .map(({ count, short }) => `${count} ${short}`)
  if (named.length === 0) return 'All orders are confirmed.'
  return `Nothing is left to ask here: ${named.join(', ')}.`
}
