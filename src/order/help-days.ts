/*
 * Until when a damaged or wrong item is reported. public.request_help() decides; the page says it
 * before (docs/product.md, rule 7.36).
 */
import { HELP_DAYS } from '#config/delivery.ts'
import { isoDay } from '#kit/dates.ts'
import { DAY_MS } from '#kit/day-ms.ts'
import type { Order } from './order.ts'
import { reachedAt } from './timeline.ts'

/** A moment of the last day, in the shop's time zone. Undefined where the time of delivery is not known. */
export function lastHelpDay({
  trackingHistory,
}: Pick<Order, 'trackingHistory'>): string | undefined {
  const at = reachedAt(trackingHistory, 'delivered')
  return at && new Date(Date.parse(at) + HELP_DAYS * DAY_MS).toISOString()
}

export function isHelpOver(order: Pick<Order, 'trackingHistory' | 'asOf'>): boolean {
  const last = lastHelpDay(order)
  return last !== undefined && dayOf(order.asOf) > dayOf(last)
}

/** `2026-11-28` */
function dayOf(timestamp: string): string {
  return isoDay(new Date(timestamp))
}
