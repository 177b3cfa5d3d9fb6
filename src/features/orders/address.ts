/*
 * Where a parcel goes, and when that is good enough (spec.md, section 5). The database decides by the
 * same rules; `tests/support/address-cases.ts` holds both to one table of cases.
 */
import { cleanText, countCharacters, foldDigits, isBlank } from '#shared/text.ts'

export const ADDRESS_FIELDS = [
  'fullName',
  'address',
  'city',
  'state',
  'postalCode',
  'country',
  'phone',
] as const

export type AddressField = (typeof ADDRESS_FIELDS)[number]

export type ShippingAddress = Record<AddressField, string>

export type AddressProblem = 'required' | 'too_long' | 'phone_invalid' | 'postal_invalid'

export type AddressProblems = Partial<Record<AddressField, AddressProblem>>

/** In characters (code points), as Postgres counts them. */
export const MAX_LENGTHS: Record<AddressField, number> = {
  fullName: 100,
  address: 300,
  city: 100,
  state: 100,
  postalCode: 10,
  country: 100,
  phone: 40,
}

/** What would be stored: cleaned, and with plain digits where a phone or a postal code needs them. */
export function cleanAddress(typed: ShippingAddress): ShippingAddress {
  const entries = ADDRESS_FIELDS.map((field) => [field, cleanField(field, typed[field])])
  return Object.fromEntries(entries) as ShippingAddress
}

/** Problems of a typed address, in no field where it is fine. */
export function addressProblems(typed: ShippingAddress): AddressProblems {
  const problems: AddressProblems = {}
  for (const field of ADDRESS_FIELDS) {
    const problem = fieldProblem(field, cleanField(field, typed[field]))
    if (problem) problems[field] = problem
  }
  return problems
}

function cleanField(field: AddressField, typed: string): string {
  const text = cleanText(typed)
  return field === 'phone' || field === 'postalCode' ? foldDigits(text) : text
}

function fieldProblem(field: AddressField, text: string): AddressProblem | undefined {
  if (isBlank(text)) return 'required'
  if (countCharacters(text) > MAX_LENGTHS[field] && field !== 'postalCode') return 'too_long'
  if (field === 'phone' && !isPhone(text)) return 'phone_invalid'
  if (field === 'postalCode' && !isPostalCode(text)) return 'postal_invalid'
  return undefined
}

function isPhone(text: string): boolean {
  const digits = text.replace(/[^0-9]/g, '').length
  return digits >= 10 && digits <= 15
}

function isPostalCode(text: string): boolean {
  return /^[A-Za-z0-9 -]{3,10}$/.test(text)
}
