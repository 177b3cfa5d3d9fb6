/* Dates in long US format and in the shop's time zone (docs/product.md, rule 7.12). */

import { DAY_MS } from './day-ms.ts'
import { ISO_LOCALE, LOCALE } from './locale.ts'
import { SHOP_ZONE } from './shop-zone.ts'

const day = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'long', timeZone: SHOP_ZONE })
const moment = new Intl.DateTimeFormat(LOCALE, {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: SHOP_ZONE,
})
const time = new Intl.DateTimeFormat(LOCALE, { timeStyle: 'short', timeZone: SHOP_ZONE })
const dayOfYear = new Intl.DateTimeFormat(LOCALE, {
  month: 'short',
  day: 'numeric',
  timeZone: SHOP_ZONE,
})
const isoDayFormat = new Intl.DateTimeFormat(ISO_LOCALE, {
  dateStyle: 'short',
  timeZone: SHOP_ZONE,
})
const plainDay = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'long', timeZone: 'UTC' })

/** `2026-11-21T20:00:00Z` → `November 22, 2026`: by then it is tomorrow in Lahore. */
export function formatDay(timestamp: string): string {
  return day.format(new Date(timestamp))
}

/** `2026-11-21T05:00:00Z` → `November 21, 2026 at 10:00 AM`. */
export function formatMoment(timestamp: string): string {
  return moment.format(new Date(timestamp))
}

/** `2026-11-21T05:00:00Z` → `Nov 21`. */
export function formatDayOfYear(timestamp: string): string {
  return dayOfYear.format(new Date(timestamp))
}

/** `2026-11-21T05:00:00Z` → `10:00 AM`. */
export function formatTime(timestamp: string): string {
  return time.format(new Date(timestamp))
}

/** The moment of now some days later. The shop's zone has no summer time, so its day is that many later. */
export function dayAfter(days: number, now = Date.now()): string {
  return new Date(now + days * DAY_MS).toISOString()
}

/** A date without a time, `2026-11-28` → `November 28, 2026`, in every zone. */
export function formatDate(date: string): string {
  return plainDay.format(new Date(`${date}T00:00:00Z`))
}

/** The day of a moment, such as 2026-11-22. */
export function isoDay(moment: Date): string {
  return isoDayFormat.format(moment)
}
