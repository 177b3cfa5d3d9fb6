import { formatDayOfYear, formatTime, isoDay } from '#kit/dates.ts'
import { DAY_MS } from '#kit/day-ms.ts'
import { LOCALE } from '#kit/locale.ts'
import { SHOP_ZONE } from '#kit/shop-zone.ts'

const shortDay = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeZone: SHOP_ZONE })

const NEAR_DAYS = [
  ['Today', 0],
  ['Yesterday', -1],
  ['Tomorrow', 1],
] as const

/**
 * For rows: `Today 5:28 PM`, `Yesterday 10:00 AM`, `Tomorrow 10:00 AM`, and else `Nov 21, 10:00 AM`, with the year where it is
 * another one. Midnight has no time: it is a day of a courier's file.
 */
export function formatShortMoment(timestamp: string, now = new Date()): string {
  const date = new Date(timestamp)
  const at = isoDay(date)
  const isMidnight = isoDay(new Date(date.getTime() - 1)) !== at
  const near = NEAR_DAYS.find(([, days]) => at === isoDay(new Date(now.getTime() + days * DAY_MS)))
  const isThisYear = at.slice(0, 4) === isoDay(now).slice(0, 4)
  const day = near?.[0] ?? (isThisYear ? formatDayOfYear(timestamp) : shortDay.format(date))
  return isMidnight ? day : `${day}${near ? '' : ','} ${formatTime(timestamp)}`
}

/** Within a sentence: `today 5:28 PM`. */
export function shortMomentWithin(timestamp: string, now = new Date()): string {
  return formatShortMoment(timestamp, now).replace(/^(Today|Yesterday|Tomorrow)/, (day) =>
    day.toLowerCase(),
  )
}
