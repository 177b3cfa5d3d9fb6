import { expect, test } from 'vitest'
import { callLink, courierPhone, internationalDigits, whatsAppLink } from './phone.ts'

test.each([
  ['0300 1234567', '923001234567'],
  ['0300-1234567', '923001234567'],
  ['3001234567', '923001234567'],
  ['+92 300 1234567', '923001234567'],
  ['+92 (0)300 1234567', '923001234567'],
  ['923001234567', '923001234567'],
  ['9203001234567', '923001234567'],
  ['0092 300 1234567', '923001234567'],
  ['00920300 1234567', '923001234567'],
  ['۰۳۰۰۱۲۳۴۵۶۷', '923001234567'],
  ['042 35761234', '924235761234'],
  ['+44 20 7946 0958', '442079460958'],
  ['0044 20 7946 0958', '442079460958'],
  ['(+971) 50 1234567', '971501234567'],
])('%s is dialled from anywhere as %s', (typed, digits) => {
  expect(internationalDigits(typed)).toBe(digits)
})

test('a number whose country cannot be told gets a call link and no chat', () => {
  expect(internationalDigits('1234567890')).toBeUndefined()
  expect(whatsAppLink('1234567890', 'Hello')).toBeUndefined()
  expect(callLink('123 456 7890')).toBe('tel:1234567890')
})

test('couriers get numbers as they are dialled here', () => {
  expect(courierPhone('+92 300 1234567')).toBe('03001234567')
  expect(courierPhone('0300 1234567')).toBe('03001234567')
  expect(courierPhone('+44 20 7946 0958')).toBe('00442079460958')
  expect(courierPhone('123 456 7890')).toBe('1234567890')
})

test('a message travels in the link as it was written', () => {
  const message = 'Salam "Ali" & <b>عائشہ</b> #1?\n\ud800'
  const link = new URL(whatsAppLink('0300 1234567', message) ?? '')
  expect(link.href).toMatch(/^https:\/\/wa\.me\/923001234567\?text=/)
  expect(link.searchParams.get('text')).toBe(message.toWellFormed())
})
