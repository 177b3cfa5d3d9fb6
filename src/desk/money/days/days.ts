/* The days that figures are of. */
import { isoDay } from '#kit/dates.ts'
import { DAY_MS } from '#kit/day-ms.ts'

/** Days of the shop, both included, such as 2026-11-22. */
export interface Days {
  from: string
  until: string
}

export const RANGES = {
  today: 'Today',
  yesterday: 'Yesterday',
  week: '7 days',
  month: 'This month',
  all: 'All days',
} as const

/** Before the first order of any shop. */
export const FIRST_DAY = '2020-01-01'

export type Range = keyof typeof RANGES

export function daysOf(range: Range, now = new Date()): Days {
  const before = (days: number) => isoDay(new Date(now.getTime() - days * DAY_MS))
  const today = before(0)
  const ranges: Record<Range, Days> = {
    today: { from: today, until: today },
    yesterday: { from: before(1), until: before(1) },
    week: { from: before(6), until: today },
    month: { from: `${today.slice(0, 8)}01`, until: today },
    all: { from: FIRST_DAY, until: today },
  }
  return ranges[range]
}

/** The days of a URL: today where it names none, and one day where it names one. */
export function wholeDays({ from, until }: Days, now = new Date()): Days {
  if (!from && !until) return daysOf('today', now)
  return { from: from || until, until: until || from }
}

/** A year that is being typed is before any other: until its last digit the ends may cross. */
export function inOrder({ from, until }: Days): Days {
  return from <= until ? { from, until } : { from: until, until: from }
}
