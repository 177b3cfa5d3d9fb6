/*
 * The fields of a shipping address and their validation (docs/product.md, rules 4.1–4.7). The database
 * applies the same rules; `tests/support/address-cases.ts` holds both to one table of cases.
 */
import { settings } from '#config/settings.ts'
import { cleanText, countCharacters, foldDigits, isBlank } from '#kit/text.ts'

export type AddressProblem = 'required' | 'too_long' | 'phone_invalid' | 'postal_invalid'

interface FieldDefinition {
  label: string
  /** In characters (code points), as Postgres counts them. */
  maxLength: number
  /** Text of digits: those of other scripts become ASCII. */
  isNumeric?: boolean
  isValid?(text: string): boolean
  /** Of a text that `isValid` rejects. */
  problem?: AddressProblem
  /** Of a text over `maxLength`, instead of 'too_long'. */
  lengthProblem?: AddressProblem
  /** What it is called where it is hidden. Without it, the field is shown to everybody. */
  maskedAs?: string
  /** Separates the field from the one before it on the same line. Without it, a new line begins. */
  joinedBy?: string
  /** Stands before the text on the line. */
  prefix?: string
  /** Attributes of the form's input. */
  input: {
    autoComplete: string
    type?: 'tel'
    inputMode?: 'tel'
    placeholder?: string
    defaultValue?: string
    className?: string
  }
}

const WIDE = 'sm:col-span-2'

/** Every field, in the order of the form. The database has its own list: private.clean_address(). */
const table = {
  fullName: {
    label: 'Full Name',
    maxLength: 100,
    maskedAs: 'name',
    input: { autoComplete: 'name', className: WIDE },
  },
  address: {
    label: 'Address',
    maxLength: 300,
    maskedAs: 'street',
    input: { autoComplete: 'street-address', className: WIDE },
  },
  city: { label: 'City', maxLength: 100, input: { autoComplete: 'address-level2' } },
  state: {
    label: 'State',
    maxLength: 100,
    joinedBy: ', ',
    input: { autoComplete: 'address-level1' },
  },
  postalCode: {
    label: 'Postal Code',
    maxLength: 10,
    isNumeric: true,
    isValid: (text) => /^[A-Za-z0-9 -]{3,}$/.test(text),
    problem: 'postal_invalid',
    lengthProblem: 'postal_invalid',
    maskedAs: 'postal code',
    joinedBy: ' ',
    input: { autoComplete: 'postal-code' },
  },
  country: {
    label: 'Country',
    maxLength: 100,
    input: { autoComplete: 'country-name', defaultValue: settings.country },
  },
  phone: {
    label: 'Phone',
    maxLength: 40,
    isNumeric: true,
    isValid: (text) => /^\d{10,15}$/.test(text.replace(/[^0-9]/g, '')),
    problem: 'phone_invalid',
    maskedAs: 'phone',
    prefix: 'Phone: ',
    input: {
      autoComplete: 'tel',
      type: 'tel',
      inputMode: 'tel',
      placeholder: 'e.g. 1234567890',
      className: WIDE,
    },
  },
} satisfies Record<string, FieldDefinition>

export type AddressField = keyof typeof table

export type ShippingAddress = Record<AddressField, string>

export type AddressProblems = Partial<Record<AddressField, AddressProblem>>

export const ADDRESS_TABLE: Record<AddressField, FieldDefinition> = table

export const ADDRESS_FIELDS = Object.keys(table) as AddressField[]

/** An address of one text per field. */
export function mapFields(toText: (field: AddressField) => string): ShippingAddress {
  const entries = ADDRESS_FIELDS.map((field) => [field, toText(field)])
  return Object.fromEntries(entries) as ShippingAddress
}

/** What would be stored: cleaned, and with ASCII digits in numeric fields. */
export function cleanAddress(typed: ShippingAddress): ShippingAddress {
  return mapFields((field) => cleanField(field, typed[field]))
}

/** Problems of a typed address. A valid field has no entry. */
export function addressProblems(typed: ShippingAddress): AddressProblems {
  const problems: AddressProblems = {}
  for (const field of ADDRESS_FIELDS) {
    const problem = fieldProblem(field, cleanField(field, typed[field]))
    if (problem) problems[field] = problem
  }
  return problems
}

/** The address as it stands on a parcel. `field` is a line's first. Empty fields take no room. */
export function addressLines(
  address: ShippingAddress,
  without: readonly AddressField[] = [],
): { field: AddressField; text: string }[] {
  const lines: { field: AddressField; text: string }[] = []
  let line: { field: AddressField; text: string } | undefined
  for (const field of ADDRESS_FIELDS) {
    const { joinedBy, prefix = '' } = ADDRESS_TABLE[field]
    if (joinedBy === undefined) line = undefined
    if (without.includes(field) || address[field] === '') continue
    const text = prefix + address[field]
    if (line) {
      line.text += joinedBy + text
    } else {
      line = { field, text }
      lines.push(line)
    }
  }
  return lines
}

/** `Name, street, postal code and phone`: what is hidden in a masked order. */
export function maskedFieldNames(): string {
  const names = ADDRESS_FIELDS.flatMap((field) => ADDRESS_TABLE[field].maskedAs ?? [])
  const list = new Intl.ListFormat('en-GB').format(names)
  return list.charAt(0).toUpperCase() + list.slice(1)
}

function cleanField(field: AddressField, typed: string): string {
  const text = cleanText(typed)
  return ADDRESS_TABLE[field].isNumeric ? foldDigits(text) : text
}

function fieldProblem(field: AddressField, text: string): AddressProblem | undefined {
  const { maxLength, isValid, problem, lengthProblem = 'too_long' } = ADDRESS_TABLE[field]
  if (isBlank(text)) return 'required'
  if (countCharacters(text) > maxLength) return lengthProblem
  return isValid && !isValid(text) ? problem : undefined
}
