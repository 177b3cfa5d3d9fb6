/*
 * Normalizes phones for links and couriers. private.phone_key() decides which phones are the same;
 * tests/support/phone-cases.ts holds both to one table.
 */
import { foldDigits } from '#shared/text.ts'

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
  return digits && `https://wa.me/${digits}?text=${encodeURIComponent(message.toWellFormed())}`
}

/** `92 (0)300…` → `92300…`: the zero is only dialled inside the country. */
function withoutTrunkZero(digits: string): string {
  return digits.replace(/^920/, COUNTRY_CODE)
}
