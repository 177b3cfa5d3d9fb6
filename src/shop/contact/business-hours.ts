/* When the shop can be reached (docs/product.md, rule 8.9), by its own clock. */
import { SHOP_ZONE } from '#kit/shop-zone.ts'

export interface BusinessHours {
  days: string
  hours: string
  weekdays: readonly string[]
  /** The first hour of the day and the one that is past it. Nothing: closed all day. */
  open?: readonly [from: number, to: number]
}

export const businessHours: readonly BusinessHours[] = [
  {
    days: 'Monday to Friday',
    hours: '9:00 AM to 6:00 PM',
    weekdays: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri'],
    open: [9, 18],
  },
  { days: 'Saturday', hours: '10:00 AM to 4:00 PM', weekdays: ['Sat'], open: [10, 16] },
  { days: 'Sunday', hours: 'Closed', weekdays: ['Sun'] },
]

const weekday = new Intl.DateTimeFormat('en-US', { weekday: 'short', timeZone: SHOP_ZONE })
const hour = new Intl.DateTimeFormat('en-US', {
  hour: 'numeric',
  hourCycle: 'h23',
  timeZone: SHOP_ZONE,
})

/** Whether the shop is open at this moment, in its own time zone. */
export function isOpen(now: Date): boolean {
  const today = businessHours.find(({ weekdays }) => weekdays.includes(weekday.format(now)))
  if (!today?.open) return false
  const [from, to] = today.open
  const currentHour = Number(hour.format(now))
  return currentHour >= from && currentHour < to
}
