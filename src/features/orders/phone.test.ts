import { expect, test } from 'vitest'
import { phoneCases } from '#tests/support/phone-cases.ts'
import { callLink, courierPhone, internationalDigits, whatsAppLink } from './phone.ts'

const spellings = phoneCases.flatMap(({ typed, international }) =>
  typed.map((phone) => [phone, international] as const),
)

test.each(spellings)('%s is dialled from anywhere as %s', (phone, international) => {
  expect(internationalDigits(phone)).toBe(international)
})

test('a number whose country cannot be told gets a call link and no chat', () => {
  expect(whatsAppLink('1234567890', 'Hello')).toBeUndefined()
  expect(callLink('123 456 7890')).toBe('tel:1234567890')
})

test('couriers get numbers as they are dialled here', () => {
  expect(courierPhone('+92 300 1234567')).toBe('03001234567')
  expect(courierPhone('0300 1234567')).toBe('03001234567')
  expect(courierPhone('+44 20 7946 0958')).toBe('00442079460958')
  expect(courierPhone('123 456 7890')).toBe('1234567890')
})

test('a message is in the link as it was written', () => {
  const message = 'Salam "Ali" & <b>عائشہ</b> #1?\n\ud800'
  const link = new URL(whatsAppLink('0300 1234567', message) ?? '')
  expect(link.href).toMatch(/^https:\/\/wa\.me\/923001234567\?text=/)
  expect(link.searchParams.get('text')).toBe(message.toWellFormed())
})
