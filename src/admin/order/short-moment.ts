import { LOCALE } from '#config/locale.ts'
import { isoDay } from '#kit/dates.ts'
import { DAY_MS } from '#kit/day-ms.ts'
import { SHOP_ZONE } from '#kit/shop-zone.ts'

const time = new Intl.DateTimeFormat(LOCALE, { timeStyle: 'short', timeZone: SHOP_ZONE })
const shortDay = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeZone: SHOP_ZONE })
const dayOfYear = new Intl.DateTimeFormat(LOCALE, {
  month: 'short',
  day: 'numeric',
  timeZone: SHOP_ZONE,
})

/**
 * For rows: `Today 5:28 PM`, `Yesterday 10:00 AM`, and before that `Nov 21, 10:00 AM`, with the year where it is
 * another one.
 */
export function formatShortMoment(timestamp: string, now = new Date()): string {
  const date = new Date(timestamp)
  const [at, today] = [isoDay(date), isoDay(now)]
  if (at === today) return `Today ${time.format(date)}`
  if (at === isoDay(new Date(now.getTime() - DAY_MS))) return `Yesterday ${time.format(date)}`
  const day = (at.slice(0, 4) === today.slice(0, 4) ? dayOfYear : shortDay).format(date)
  return `${day}, ${time.format(date)}`
}
