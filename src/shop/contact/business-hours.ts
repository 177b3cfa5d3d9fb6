/* When the shop can be reached (docs/product.md, rule 8.9), by its own clock. */
import { ISO_LOCALE } from '#kit/locale.ts'
import { SHOP_ZONE } from '#kit/shop-zone.ts'
import { BUSINESS_HOURS } from './words.ts'

export interface BusinessHours {
  days: string
  hours: string
  /** Days of the week: 0 is Sunday. */
  weekdays: readonly number[]
  /** The first hour of the day and the one that is past it. Nothing: closed all day. */
  open?: readonly [from: number, to: number]
}

export const businessHours: readonly BusinessHours[] = [
  { ...BUSINESS_HOURS.week, weekdays: [1, 2, 3, 4, 5], open: [9, 18] },
  { ...BUSINESS_HOURS.saturday, weekdays: [6], open: [10, 16] },
  { ...BUSINESS_HOURS.sunday, weekdays: [0] },
]

/** Not that of iso-time.ts, which is in the scripts of the admin. */
const clock = new Intl.DateTimeFormat(ISO_LOCALE, {
  dateStyle: 'short',
  timeStyle: 'short',
  timeZone: SHOP_ZONE,
})

/** Whether the shop is open at this moment, in its own time zone. */
export function isOpen(now: Date): boolean {
  const local = new Date(`${clock.format(now).replace(' ', 'T')}Z`)
  const today = businessHours.find(({ weekdays }) => weekdays.includes(local.getUTCDay()))
  if (!today?.open) return false
  const [from, to] = today.open
  return local.getUTCHours() >= from && local.getUTCHours() < to
}
