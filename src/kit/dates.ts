/* Dates in long US format, or in ISO's for files, and in the shop's time zone (docs/product.md, rule 7.12). */

import { ISO_LOCALE, LOCALE } from '#config/locale.ts'
import { DAY_MS } from './day-ms.ts'
import { SHOP_ZONE } from './shop-zone.ts'

const day = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'long', timeZone: SHOP_ZONE })
const moment = new Intl.DateTimeFormat(LOCALE, {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: SHOP_ZONE,
})
const time = new Intl.DateTimeFormat(LOCALE, { timeStyle: 'short', timeZone: SHOP_ZONE })
const shortDay = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeZone: SHOP_ZONE })
const dayOfYear = new Intl.DateTimeFormat(LOCALE, {
  month: 'short',
  day: 'numeric',
  timeZone: SHOP_ZONE,
})
const isoDayFormat = new Intl.DateTimeFormat(ISO_LOCALE, {
  dateStyle: 'short',
  timeZone: SHOP_ZONE,
})
const isoParts = new Intl.DateTimeFormat(ISO_LOCALE, {
  dateStyle: 'short',
  timeStyle: 'medium',
  timeZone: SHOP_ZONE,
})
/** Made when it is used: it throws before Chrome 95, and only exports need it. */
let offset: Intl.DateTimeFormat | undefined
const plainDay = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'long', timeZone: 'UTC' })

/** `2026-11-21T20:00:00Z` → `November 22, 2026`: by then it is tomorrow in Lahore. */
export function formatDay(timestamp: string): string {
  return day.format(new Date(timestamp))
}

/** `2026-11-21T05:00:00Z` → `November 21, 2026 at 10:00 AM`. */
export function formatMoment(timestamp: string): string {
  return moment.format(new Date(timestamp))
}

/**
 * For rows: `Today 5:28 PM`, `Yesterday 10:00 AM`, and before that `Nov 21, 10:00 AM`, with the year where it is
 * another one.
 */
export function formatShortMoment(timestamp: string, now = new Date()): string {
  const date = new Date(timestamp)
  const [at, today] = [isoDay(date), isoDay(now)]
  if (at === today) return `Today ${time.format(date)}`
  if (at === isoDay(new Date(now.getTime() - 86_400_000))) return `Yesterday ${time.format(date)}`
  const day = (at.slice(0, 4) === today.slice(0, 4) ? dayOfYear : shortDay).format(date)
  return `${day}, ${time.format(date)}`
}

/** The moment of now some days later. The shop's zone has no summer time, so its day is that many later. */
export function dayAfter(days: number): string {
  return new Date(Date.now() + days * DAY_MS).toISOString()
}

/** A date without a time, `2026-11-28` → `November 28, 2026`, in every zone. */
export function formatDate(date: string): string {
  return plainDay.format(new Date(`${date}T00:00:00Z`))
}

/** The day of a moment, such as 2026-11-22. */
export function isoDay(moment: Date): string {
  return isoDayFormat.format(moment)
}

/** For spreadsheets, in the shop's zone: `2026-11-21T05:00:00Z` → `2026-11-21 10:00:00`. */
export function formatIsoMoment(timestamp: string): string {
  return isoParts.format(new Date(timestamp))
}

/** `+05:00`: what the shop's clock is ahead of UTC. */
export function zoneOffset(date: Date): string {
  offset ??= new Intl.DateTimeFormat(ISO_LOCALE, {
    timeZoneName: 'longOffset',
    timeZone: SHOP_ZONE,
  })
  const zone = offset.formatToParts(date).find(({ type }) => type === 'timeZoneName')?.value
  return zone?.replace('GMT', '') || 'Z'
}
