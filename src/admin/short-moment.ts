import { LOCALE } from '#config/locale.ts'
import { formatDayOfYear, formatTime, isoDay } from '#kit/dates.ts'
import { DAY_MS } from '#kit/day-ms.ts'
import { SHOP_ZONE } from '#kit/shop-zone.ts'

const shortDay = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeZone: SHOP_ZONE })

/**
 * For rows: `Today 5:28 PM`, `Yesterday 10:00 AM`, `Tomorrow 10:00 AM`, and else `Nov 21, 10:00 AM`, with the year where it is
 * another one.
 */
export function formatShortMoment(timestamp: string, now = new Date()): string {
  const date = new Date(timestamp)
  const [at, today] = [isoDay(date), isoDay(now)]
  if (at === today) return `Today ${formatTime(timestamp)}`
  if (at === isoDay(new Date(now.getTime() - DAY_MS))) return `Yesterday ${formatTime(timestamp)}`
  if (at === isoDay(new Date(now.getTime() + DAY_MS))) return `Tomorrow ${formatTime(timestamp)}`
  const isThisYear = at.slice(0, 4) === today.slice(0, 4)
  const day = isThisYear ? formatDayOfYear(timestamp) : shortDay.format(date)
  return `${day}, ${formatTime(timestamp)}`
}
