/* The expected delivery as an event of a calendar (RFC 5545). */

import { formatSum } from '#config/currency.ts'
import { settings } from '#config/settings.ts'
import { DAY_MS } from '#kit/day-ms.ts'
import { LANGUAGE } from '#kit/locale.ts'
import type { Order } from '#order/order.ts'
import { amountToCollect } from '#order/sums.ts'
import { orderUrl } from '#order/texts/chat-texts.ts'
import { CALENDAR_WORDS } from './words.ts'

/** Octets of a line, without its end. */
const MAX_OCTETS = 75

/** For the `href` of a link that downloads the file. */
export function calendarUrl(order: Order): string {
  return `data:text/calendar;charset=utf-8,${encodeURIComponent(calendarFile(order))}`
}

/** One event, all day. Another download of the same order replaces it, since its UID is the same. */
export function calendarFile(order: Order): string {
  const page = orderUrl(order.id)
  const day = new Date(`${order.estimatedDelivery}T00:00:00Z`)
  const amount = amountToCollect(order)
  const cash = amount > 0 ? formatSum(amount) : ''
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${escapeText(settings.name)}//Orders//${LANGUAGE.toUpperCase()}`,
    'BEGIN:VEVENT',
    `UID:${order.id}@${page.host}`,
    `SEQUENCE:${order.version}`,
    `DTSTAMP:${basicFormat(new Date(order.date))}`,
    `DTSTART;VALUE=DATE:${basicFormat(day).slice(0, 8)}`,
    `DTEND;VALUE=DATE:${basicFormat(new Date(day.getTime() + DAY_MS)).slice(0, 8)}`,
    `SUMMARY:${escapeText(CALENDAR_WORDS.title(settings.name, order.id))}`,
    `DESCRIPTION:${escapeText(CALENDAR_WORDS.description(cash, page))}`,
    `URL:${page}`,
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${fold(line)}\r\n`).join('')
}

/** `2026-11-21T08:00:00.000Z` → `20261121T080000Z`. */
function basicFormat(date: Date): string {
  return date.toISOString().replace(/[-:]|\.\d+/g, '')
}

export function escapeText(text: string): string {
  return text.replace(/[\\;,]/g, '\\$&').replace(/\r?\n/g, '\\n')
}

/** Breaks a long line between characters: the lines after the first begin with a space. */
export function fold(line: string): string {
  const encoder = new TextEncoder()
  let folded = ''
  let octets = 0
  for (const character of line) {
    const size = encoder.encode(character).length
    if (octets + size > MAX_OCTETS) {
      folded += '\r\n '
      octets = 1
    }
    folded += character
    octets += size
  }
  return folded
}
