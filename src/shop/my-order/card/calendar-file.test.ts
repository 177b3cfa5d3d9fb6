import fc from 'fast-check'
import ICAL from 'ical.js'
import { expect, test } from 'vitest'
import { settings } from '#config/settings.ts'
import { anOrder } from '#tests/support/order-factories.ts'
import { calendarFile, calendarUrl, escapeText, fold } from './calendar-file.ts'

const order = anOrder({ total: 389_700, advance: 9_700, version: 3 })

function eventOf(file: string) {
  const calendar = new ICAL.Component(ICAL.parse(file))
  return new ICAL.Event(calendar.getFirstSubcomponent('vevent') ?? undefined)
}

test('rule 7.25: the file has one event, all day on the expected date, and nothing of the address', () => {
  const file = calendarFile(order)
  const event = eventOf(file)
  expect(event.uid).toBe(`ABCDEFGH@${new URL(import.meta.env.SITE).host}`)
  expect(event.sequence).toBe(3)
  expect(event.startDate.isDate).toBe(true)
  expect(`${event.startDate} ${event.endDate}`).toBe('2026-11-28 2026-11-29')
  expect(event.summary).toBe(`${settings.name}: order ABCDEFGH arrives`)
  expect(event.description).toMatch(/^Cash for the rider: Rs 3800\.00\n.*\nhttp.*ABCDEFGH$/)
  expect(calendarFile(anOrder({ total: 100, advance: 100 }))).toContain('Nothing to pay')
  expect(file).not.toMatch(/Ayesha|Model Town|1234567/)
})

test('the event ends on the first day of the next month where it has to', () => {
  expect(calendarFile(anOrder({ estimatedDelivery: '2026-12-31' }))).toContain(
    'DTEND;VALUE=DATE:20270101',
  )
})

test('RFC 5545: every line ends with CRLF and has at most 75 octets', () => {
  const file = calendarFile(order)
  expect(file.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  expect(file.endsWith('END:VCALENDAR\r\n')).toBe(true)
  const sizes = file.split('\r\n').map((line) => Buffer.byteLength(line))
  expect(Math.max(...sizes)).toBeLessThanOrEqual(75)
})

test('RFC 5545: backslash, semicolon, comma and line break are escaped, and nothing else', () => {
  expect(escapeText('a\\b; c, d: "e"\r\nf\ng')).toBe('a\\\\b\\; c\\, d: "e"\\nf\\ng')
})

test('RFC 5545: any text is the same after folding, escaping and parsing', () => {
  // Of any length: by default most texts fit on one line.
  const text = fc.string({ unit: 'grapheme', maxLength: 200, size: 'max' })
  const special = fc.constantFrom('\\', ';', ',', '\n', '\\n', ':', '"', 'زلف', '🎁', ' ', '\r\n ')
  fc.assert(
    fc.property(fc.array(fc.oneof(text, special)), (parts) => {
      const summary = parts.join('').replaceAll('\r', '')
      const line = fold(`SUMMARY:${escapeText(summary)}`)
      for (const part of line.split('\r\n')) {
        expect(Buffer.byteLength(part)).toBeLessThanOrEqual(75)
        expect(part.isWellFormed()).toBe(true)
      }
      const file = `BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\n${line}\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n`
      expect(eventOf(file).summary ?? '').toBe(summary)
    }),
  )
})

test('the link has the whole file', () => {
  const [type = '', data = ''] = calendarUrl(order).split(/,(.*)/s)
  expect(type).toBe('data:text/calendar;charset=utf-8')
  expect(decodeURIComponent(data)).toBe(calendarFile(order))
})
