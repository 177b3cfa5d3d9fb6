import { expect, test } from 'vitest'
import { foldDigits } from '#kit/text.ts'
import { noPhones, phoneCases } from '#tests/support/phone-cases.ts'
import {
  callLink,
  courierPhone,
  formatPhone,
  internationalDigits,
  isPakistaniMobile,
  isPhone,
  isSamePhone,
  takePhones,
  whatsAppLink,
} from './phone.ts'

const spellings = phoneCases.flatMap(({ typed, international }) =>
  typed.map((phone) => [phone, international] as const),
)

test.each(spellings)('%s is dialled from anywhere as %s', (phone, international) => {
  expect(internationalDigits(phone)).toBe(international)
})

test('rule 4.5: each is a phone, and a letter, a fraction or another length of a mobile is none', () => {
  expect(spellings.filter(([phone]) => !isPhone(foldDigits(phone)))).toEqual([])
  expect(noPhones.filter((phone) => isPhone(foldDigits(phone)))).toEqual([])
})

test('a number whose country cannot be told gets a call link and no chat', () => {
  expect(whatsAppLink('1234567890', 'Hello')).toBeUndefined()
  expect(callLink('123 456 7890')).toBe('tel:1234567890')
})

test.each([
  ['+92 (0)300 1234567', true],
  ['۰۳۰۰۱۲۳۴۵۶۷', true],
  ['0355 1234567', true],
  ['0364 1234567', true],
  ['0339 1234567', true],
  // Ranges of no operator, a digit too few or too many, a landline, other countries.
  ['0338 1234567', false],
  ['0300 123456', false],
  ['0359 1234567', false],
  ['0365 1234567', false],
  ['0380 1234567', false],
  ['0300 12345678', false],
  ['042 35761234', false],
  ['1234567890', false],
  ['+971 50 1234567', false],
  ['+44 300 1234567', false],
])('rule 14.17: whether %s is a mobile in Pakistan: %s', (phone, isMobile) => {
  expect(isPakistaniMobile(phone)).toBe(isMobile)
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

test('phones of one row are the same, and of two rows are not', () => {
  for (const { typed, key } of phoneCases) {
    for (const other of phoneCases) {
      const same = typed.every((a) => other.typed.every((b) => isSamePhone(a, b)))
      expect(same).toBe(key === other.key)
    }
  }
})

test.each<[string, string[], string]>([
  ...spellings
    .filter(([phone, international]) => international?.startsWith('923') && !phone.includes('Tel'))
    .map(([phone]): [string, string[], string] => [`a ${phone}, b`, [foldDigits(phone)], 'a , b']),
  ['03001234567 0321 7654321', ['03001234567', '0321 7654321'], ''],
  ['(0300) 123-4567', ['(0300) 123-4567'], ''],
  ['Office: 042 35761234', ['042 35761234'], 'Office'],
  ['+44 20 7946 0958', ['+44 20 7946 0958'], ''],
  ['House 3, 54000 Lahore, 35202-1234567-1', [], 'House 3, 54000 Lahore, 35202-1234567-1'],
])('the phones in %s', (text, phones, rest) => {
  expect(takePhones(text)).toEqual({ phones, rest })
})

test.each([
  ['+92 (321) 100-0001', '0321 1000001'],
  ['۰۳۰۰۱۲۳۴۵۶۷', '0300 1234567'],
  ['042 35761234', '04235761234'],
  ['+971 50 1234567', '00971501234567'],
])('rule 14.1: a row shows the phone as it is dialled in Pakistan: %s', (typed, shown) => {
  expect(formatPhone(typed)).toBe(shown)
})
