/*
 * Normalizes phones for links and couriers. private.phone_key() decides which phones are the same;
 * tests/support/phone-cases.ts holds both to one table.
 */

import { chatUrl } from '#config/whatsapp.ts'
import { foldDigits } from '#kit/text.ts'

const COUNTRY_CODE = '92'

/**
 * `0300 1234567`, `+92 (0)300 1234567` and `3001234567` → `923001234567`: digits with the country
 * code, as wa.me requires. Undefined where the country is unknown.
 */
export function internationalDigits(phone: string): string | undefined {
  const typed = foldDigits(phone)
  const digits = typed.replace(/\D/g, '')
  if (/^\D*\+/.test(typed)) return withoutTrunkZero(digits)
  if (digits.startsWith('00')) return withoutTrunkZero(digits.slice(2))
  if (digits.startsWith('0')) return COUNTRY_CODE + digits.slice(1)
  if (/^3\d{9}$/.test(digits)) return COUNTRY_CODE + digits
  return digits.length > 10 ? withoutTrunkZero(digits) : undefined
}

/** `+92 300 1234567` → `03001234567`, as Pakistani couriers book. Foreign numbers have their country code. */
export function courierPhone(phone: string): string {
  const digits = internationalDigits(phone)
  if (digits === undefined) return foldDigits(phone).replace(/\D/g, '')
  return digits.startsWith(COUNTRY_CODE) ? `0${digits.slice(COUNTRY_CODE.length)}` : `00${digits}`
}

export function callLink(phone: string): string {
  const digits = internationalDigits(phone)
  return digits ? `tel:+${digits}` : `tel:${foldDigits(phone).replace(/\D/g, '')}`
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
  const digits = internationalDigits(phone) ?? foldDigits(phone).replace(/\D/g, '')
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
  /(^|\D)(\+?(?:(?:00)?92[\s.()-]*(?:0[\s.()-]*)?|\(?0)?3(?:[\s.()-]*\d){9})(?!\d)/g,
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
  const parts = foldDigits(typed).split(/[/,;&|]|\b(?:or|and)\b|اور|یا/)
  const { phones, rest } = takePhones(typed)
  const found = parts.length === 2 ? parts : rest === '' ? phones : []
  const [phone = '', second = '', ...others] = found.map((part) => part.trim())
  const isPair = others.length === 0 && [phone, second].every((part) => isPhone(part))
  return isPair ? [phone, second] : undefined
}

function isPhone(text: string): boolean {
  return /^\d{10,15}$/.test(text.replace(/\D/g, ''))
}

/** `92 (0)300…` → `92300…`: the zero is only dialled inside the country. */
function withoutTrunkZero(digits: string): string {
  return digits.replace(/^920/, COUNTRY_CODE)
}
