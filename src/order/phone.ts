/*
 * Validates phones, and normalizes them for links and couriers. private.is_phone() validates as well, and
 * private.phone_key() decides which phones are the same; tests/support/phone-cases.ts holds both to one table.
 */

import { chatUrl } from '#config/whatsapp.ts'
import { foldDigits } from '#kit/text.ts'

const COUNTRY_CODE = '92'

/** The country code several times, before a mobile: autofill adds one to a number that has it. */
const REPEATED_CODE = /^(0*92){2,}(?=0?3\d{9}$)/

/** A letter, not as in "Tel: 0300…" but between digits, or the fraction that a spreadsheet gives a number. */
const NO_PHONE =
  /[0-9][^0-9]*[A-Za-z\u00C0-\u060B\u060D-\u06D3\u06D5-\u1FFF\u2C00-\uFEFF\uFF21-\uFFDC][^0-9]*[0-9]|^[^.,]*[.,][0-9]{1,2}$/u

/**
 * Whether a cleaned text has 10 to 15 digits that may be a phone. One that begins as a mobile of Pakistan has the length
 * of one. private.is_phone() has the same rule.
 */
export function isPhone(text: string): boolean {
  const international = internationalDigits(text)
  if (NO_PHONE.test(text) || !/^\d{10,15}$/.test(digitsOf(text))) return false
  return !international?.startsWith('923') || international.length === 12
}

/**
 * `0300 1234567`, `+92 (0)300 1234567` and `3001234567` → `923001234567`: digits with the country
 * code, as wa.me requires. Undefined where the country is unknown.
 */
export function internationalDigits(phone: string): string | undefined {
  const digits = digitsOf(phone)
  if (/^\D*\+/.test(foldDigits(phone)) && !digits.startsWith('0')) return withoutTrunkZero(digits)
  if (digits.startsWith('00')) return withoutTrunkZero(digits.slice(2))
  if (digits.startsWith('0')) return COUNTRY_CODE + digits.slice(1)
  if (/^3\d{9}$/.test(digits)) return COUNTRY_CODE + digits
  return digits.length > 10 ? withoutTrunkZero(digits) : undefined
}

/** `+92 300 1234567` → `03001234567`, as Pakistani couriers book. Foreign numbers have their country code. */
export function courierPhone(phone: string): string {
  const digits = internationalDigits(phone)
  if (digits === undefined) return digitsOf(phone)
  return digits.startsWith(COUNTRY_CODE) ? `0${digits.slice(COUNTRY_CODE.length)}` : `00${digits}`
}

export function callLink(phone: string): string {
  const digits = internationalDigits(phone)
  return digits ? `tel:+${digits}` : `tel:${digitsOf(phone)}`
}

/** Undefined where the country is unknown: a wrong number would send personal data to an attacker. */
export function whatsAppLink(phone: string, message: string): string | undefined {
  const digits = internationalDigits(phone)
  return digits && chatUrl(digits, message)
}

/** Whether both are the same by their last ten digits, as private.phone_key() compares. */
export function isSamePhone(a: string, b: string): boolean {
  return nationalDigits(a) === nationalDigits(b)
}

function nationalDigits(phone: string): string {
  const digits = internationalDigits(phone) ?? digitsOf(phone)
  return digits.replace(/^92/, '').slice(-10)
}

/** Whether couriers and WhatsApp reach it as a mobile of Pakistan. private.order_marks() has the same rule. */
export function isPakistaniMobile(phone: string): boolean {
  return /^923([0-247]\d|3[0-79]|55|64)\d{7}$/.test(internationalDigits(phone) ?? '')
}

/**
 * A mobile of Pakistan in any form, and then any number with a leading zero or plus. The first group is what
 * stands before it, no digit: Safari before 16.4 refuses a script with a lookbehind.
 */
const PHONES = [
  /(^|\D)(\+?(?:(?:(?:00)?92[\s.()+-]*){1,2}(?:0[\s.()-]*)?|\(?0)?3(?:[\s.()-]*\d){9})(?!\d)/g,
  /(^|\D)((?:\+|00?)[\s.()-]*[1-9](?:[\s.()-]*\d){8,13})(?!\d)/g,
]

/** The phones in a text, as they are written there in ASCII digits, and the text without them. */
export function takePhones(text: string): { phones: string[]; rest: string } {
  const folded = foldDigits(text)
  const pattern = PHONES.find((candidate) => folded.search(candidate) >= 0)
  if (!pattern) return { phones: [], rest: text }
  const phones: string[] = []
  let rest = ''
  let end = 0
  for (const { index, 1: before = '', 2: phone = '' } of folded.matchAll(pattern)) {
    phones.push(phone)
    rest += `${text.slice(end, index + before.length)} `
    end = index + before.length + phone.length
  }
  return {
    phones,
    rest: (rest + text.slice(end)).replace(/\s+/g, ' ').replace(/^[\s,;:/|-]+|[\s,;:/|-]+$/g, ''),
  }
}

/** Two phones that were typed into one field, in its order. Undefined of anything else. */
export function phonePair(typed: string): [phone: string, second: string] | undefined {
  const parts = foldDigits(typed).split(/[/,;&|]|\b(?:or|and|ya|aur)\b|اور|یا/i)
  const { phones, rest } = takePhones(typed)
  const found = parts.length === 2 ? parts : rest === '' ? phones : []
  const [phone = '', second = '', ...others] = found.map((part) => part.trim())
  const isPair = others.length === 0 && [phone, second].every((part) => isPhone(part))
  return isPair ? [phone, second] : undefined
}

/** The digits of a phone, with the country code once. */
function digitsOf(phone: string): string {
  return foldDigits(phone).replace(/\D/g, '').replace(REPEATED_CODE, COUNTRY_CODE)
}

/** `92 (0)300…` → `92300…`: the zero is only dialled inside the country. */
function withoutTrunkZero(digits: string): string {
  return digits.replace(/^920/, COUNTRY_CODE)
}

/** `+92 321-1000001` → `0321 1000001`, as it is dialled in Pakistan: short, and alike in every row. */
export function formatPhone(phone: string): string {
  return courierPhone(phone).replace(/^(03\d\d)(?=\d{7}$)/, '$1 ')
}
