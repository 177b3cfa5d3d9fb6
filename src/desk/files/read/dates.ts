/*
 * Dates as files write them. A column has one order of day and month; where all its dates could be read in both, the
 * day comes first, as it is written in Pakistan (docs/desk-rules.md, rule 22.27).
 */
import { isoDay } from '#kit/dates.ts'
import { DAY_MS } from '#kit/day-ms.ts'
import { zoneOffset } from '#kit/iso-time.ts'

export type DateOrder = 'day' | 'month' | 'year'

export interface ColumnOrder {
  first: DateOrder
  /**
   * `both`: some dates have the day first and others the month. `open`: all could be either. `year`: only with the
   * two digits of the year first they are days of the shop's life.
   */
  is: 'certain' | 'open' | 'both' | 'year'
}

export interface FileDate {
  /** `2026-11-05`, in the shop's zone. */
  day: string
  /** With its time, `2026-11-05T14:30:00+05:00`. */
  moment: string
}

/** Three parts, of which the first or the second may be the name of a month, and perhaps a time. */
const DATE =
  /^(?!\d{5})(\d{1,4}|[a-z]{3,9})(?:st|nd|rd|th)?[-/., ]*(\d{1,2}|[a-z]{3,9})(?:st|nd|rd|th)?[-/., ]*(\d{1,4})(?:[ ,T]+(.+))?$/i
const NUMERIC = /^(\d{1,2})[-/. ](\d{1,2})[-/. ]\d/
const CLOCK = /^(\d{1,2}):(\d{2})(?::(\d{2}))?(?:\.\d+)? ?([ap]m)?(?: ?(Z|[+-]\d{2}:?\d{2}))?$/i
/** Days since 1900 with their fraction, as a sheet shows a date without a format. */
const SERIAL = /^([2-8]\d{4})(\.\d+)?$/
const SERIAL_OF_1970 = 25569

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')

const YEARS_BACK = 3
const DAYS_AHEAD = 90

/** Whether a day is so long ago, or so far ahead, that no courier's file is about it. */
export function isFarDay(day: string, today: Date): boolean {
  const away = (Date.parse(day) - today.getTime()) / DAY_MS
  return away < -365 * YEARS_BACK || away > DAYS_AHEAD
}

/** The order that the dates of a column have. */
export function orderOfDates(cells: readonly string[], today: Date): ColumnOrder {
  const order = orderOfNumbers(cells)
  const dates = cells.filter((cell) => NUMERIC.test(clean(cell)))
  const areFar = (first: DateOrder) =>
    dates.map((cell) => {
      const date = parseDate(cell, first)
      return !date || isFarDay(date.day, today)
    })
  const isYearFirst =
    dates.length > 0 && areFar(order.first).every(Boolean) && !areFar('year').some(Boolean)
  return isYearFirst ? { first: 'year', is: 'year' } : order
}

function orderOfNumbers(cells: readonly string[]): ColumnOrder {
  const numeric = cells.flatMap((cell) => {
    const [, first, second] = NUMERIC.exec(clean(cell)) ?? []
    return first && second && first !== second ? [[Number(first), Number(second)]] : []
  })
  const hasDayFirst = numeric.some(([first = 0]) => first > 12)
  const hasMonthFirst = numeric.some(([, second = 0]) => second > 12)
  if (hasDayFirst && hasMonthFirst) return { first: 'day', is: 'both' }
  const isOpen = numeric.length > 0 && !hasDayFirst && !hasMonthFirst
  return { first: hasMonthFirst ? 'month' : 'day', is: isOpen ? 'open' : 'certain' }
}

/** Undefined where it is no date. */
export function parseDate(cell: string, first: DateOrder): FileDate | undefined {
  const text = clean(cell)
  const serial = SERIAL.exec(text)
  if (serial) return ofSerial(Number(text))
  const [, one = '', two = '', three, clock] = DATE.exec(text) ?? []
  if (isName(one)) return toDate(three, monthOf(one), two, clock)
  if (isName(two)) return toDate(three, monthOf(two), one, clock)
  if (one.length > 2 || first === 'year') return toDate(one, two, three, clock)
  const isMonthFirst = Number(two) > 12 || (first === 'month' && Number(one) <= 12)
  return isMonthFirst ? toDate(three, one, two, clock) : toDate(three, two, one, clock)
}

function clean(cell: string): string {
  return cell.trim().replace(/^'/, '').replace(/\s+/g, ' ')
}

function isName(part: string): boolean {
  return /^[a-z]/i.test(part)
}

function monthOf(name: string): string {
  return String(MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1)
}

function ofSerial(days: number): FileDate | undefined {
  const seconds = Math.round(((days - SERIAL_OF_1970) * DAY_MS) / 1000)
  const [day = '', time = ''] = new Date(seconds * 1000).toISOString().split('T')
  return toFileDate(day, time.slice(0, 8), undefined)
}

function toDate(year = '', month = '', day = '', clock = ''): FileDate | undefined {
  const full = year.length === 2 ? `20${year}` : year
  const date = `${full}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const time = parseClock(clock)
  if (!isRealDay(date) || !time) return undefined
  return toFileDate(date, time.time, time.zone)
}

function parseClock(clock: string): { time: string; zone: string | undefined } | undefined {
  if (clock === '') return { time: '00:00:00', zone: undefined }
  const [found, hour, minute = '', second = '00', half, zone] = CLOCK.exec(clock) ?? []
  if (!found) return undefined
  const isAfternoon = half?.toLowerCase() === 'pm'
  const hours = half ? (Number(hour) % 12) + (isAfternoon ? 12 : 0) : Number(hour)
  if (hours > 23 || Number(minute) > 59 || Number(second) > 59) return undefined
  return { time: `${String(hours).padStart(2, '0')}:${minute}:${second}`, zone }
}

function isRealDay(date: string): boolean {
  const parsed = new Date(`${date}T00:00:00Z`)
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(date)
}

/** Without a zone it is the shop's time. */
function toFileDate(date: string, time: string, zone: string | undefined): FileDate {
  const offset = (zone ?? zoneOffset(new Date(`${date}T${time}Z`)))
    .toUpperCase()
    .replace(/^([+-]\d{2})(\d{2})$/, '$1:$2')
  const moment = `${date}T${time}${offset}`
  return { day: zone ? isoDay(new Date(moment)) : date, moment }
}
