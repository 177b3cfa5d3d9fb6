/*
 * The fields of a shipping address and their validation (docs/product.md, rules 4.1–4.7 and 4.17). The database
 * applies the same rules; `tests/support/address-cases.ts` holds both to one table of cases.
 */

import { settings } from '#config/settings.ts'
import { LIST_LOCALE } from '#kit/locale.ts'
import { capitalized, cleanCode, cleanText, countCharacters, isBlank } from '#kit/text.ts'
import { isPhone } from '#order/phone.ts'
import { ADDRESS_WORDS, PHONE_EXAMPLE } from '#order/texts/address-words.ts'

export type AddressProblem = 'required' | 'too_long' | 'phone_invalid' | 'postal_invalid'

interface FieldDefinition {
  label: string
  /** May be blank. An order that lacks it is complete. */
  isOptional?: true
  /** In characters (code points), as Postgres counts them. */
  maxLength: number
  /** A code or a number: `cleanCode()` cleans it. */
  isCode?: boolean
  isValid?(text: string): boolean
  /** The problem of a text that `isValid` rejects. */
  problem?: AddressProblem
  /** The problem of a text over `maxLength`, instead of 'too_long'. */
  lengthProblem?: AddressProblem
  /** What a required field is called where it is hidden. Without it, a required field is shown to everybody. */
  maskedAs?: string
  /** Separates the field from the one before it on the same line. Without it, a new line begins. */
  joinedBy?: string
  /** Its label stands before the text on the line. */
  isLabelled?: true
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

const WIDE = 'col-span-full'

const PHONE: Pick<FieldDefinition, 'maxLength' | 'isCode' | 'isValid' | 'problem'> = {
  maxLength: 40,
  isCode: true,
  isValid: isPhone,
  problem: 'phone_invalid',
}

/** Every field, in the order of the form. The database has its own list: private.address_fields(). */
const table = {
  fullName: {
    ...ADDRESS_WORDS.fullName,
    maxLength: 100,
    input: { autoComplete: 'name', className: WIDE },
  },
  address: {
    ...ADDRESS_WORDS.address,
    maxLength: 300,
    input: { autoComplete: 'street-address', className: WIDE },
  },
  city: { ...ADDRESS_WORDS.city, maxLength: 100, input: { autoComplete: 'address-level2' } },
  state: {
    ...ADDRESS_WORDS.state,
    maxLength: 100,
    joinedBy: ', ',
    input: { autoComplete: 'address-level1' },
  },
  postalCode: {
    ...ADDRESS_WORDS.postalCode,
    maxLength: 10,
    isCode: true,
    isValid: (text) => /^[A-Za-z0-9 -]{3,}$/.test(text),
    problem: 'postal_invalid',
    lengthProblem: 'postal_invalid',
    joinedBy: ' ',
    input: { autoComplete: 'postal-code' },
  },
  country: {
    ...ADDRESS_WORDS.country,
    maxLength: 100,
    input: { autoComplete: 'country-name', defaultValue: settings.country },
  },
  phone: {
    ...PHONE,
    ...ADDRESS_WORDS.phone,
    isLabelled: true,
    input: {
      autoComplete: 'tel',
      type: 'tel',
      inputMode: 'tel',
      placeholder: PHONE_EXAMPLE,
      className: WIDE,
    },
  },
  landmark: {
    ...ADDRESS_WORDS.landmark,
    isOptional: true,
    maxLength: 120,
    isLabelled: true,
    input: { autoComplete: 'off' },
  },
  secondPhone: {
    ...PHONE,
    ...ADDRESS_WORDS.secondPhone,
    isOptional: true,
    isLabelled: true,
    input: { autoComplete: 'off', type: 'tel', inputMode: 'tel' },
  },
  riderNote: {
    ...ADDRESS_WORDS.riderNote,
    isOptional: true,
    maxLength: 200,
    isLabelled: true,
    input: { autoComplete: 'off', className: WIDE },
  },
} satisfies Record<keyof typeof ADDRESS_WORDS, FieldDefinition>

export type AddressField = keyof typeof table

export type OptionalField = {
  [field in AddressField]: (typeof table)[field] extends { isOptional: true } ? field : never
}[AddressField]

export type RequiredField = Exclude<AddressField, OptionalField>

type Extras = { [field in OptionalField]?: string | undefined }

/** An address without its blank optional fields. */
export type ShippingAddress = Record<RequiredField, string> & Extras

/** An address that is being typed, or of which only a part is known. */
export type AddressTexts = { [field in AddressField]?: string | undefined }

export type AddressProblems = Partial<Record<AddressField, AddressProblem>>

export const ADDRESS_TABLE: Record<AddressField, FieldDefinition> = table

export const ADDRESS_FIELDS = Object.keys(table) as AddressField[]

export const REQUIRED_FIELDS = ADDRESS_FIELDS.filter(
  (field): field is RequiredField => !ADDRESS_TABLE[field].isOptional,
)

export const OPTIONAL_FIELDS = ADDRESS_FIELDS.filter(
  (field): field is OptionalField => ADDRESS_TABLE[field].isOptional === true,
)

/** An address of one text per field. */
export function mapFields(toText: (field: AddressField) => string): Record<AddressField, string> {
  const entries = ADDRESS_FIELDS.map((field) => [field, toText(field)])
  return Object.fromEntries(entries) as Record<AddressField, string>
}

/** What would be saved: cleaned, with ASCII digits in codes, and without blank optional fields. */
export function cleanAddress(typed: ShippingAddress): ShippingAddress {
  const { shippingAddress, extras } = splitAddress(
    mapFields((field) => cleanField(field, typed[field])),
  )
  return { ...shippingAddress, ...extras }
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

/** Compares addresses that are clean. */
export function isSameAddress(a: ShippingAddress, b: ShippingAddress): boolean {
  return ADDRESS_FIELDS.every((field) => (a[field] ?? '') === (b[field] ?? ''))
}

/** As the API has an address: the required fields, and apart from them the optional ones that are not blank. */
export function splitAddress(address: ShippingAddress): {
  shippingAddress: Record<RequiredField, string>
  extras: Extras
} {
  const present = OPTIONAL_FIELDS.filter((field) => !isBlank(address[field] ?? ''))
  return {
    shippingAddress: textsOf(REQUIRED_FIELDS, address) as Record<RequiredField, string>,
    extras: textsOf(present, address),
  }
}

interface AddressLine {
  /** The first of the line. */
  field: AddressField
  /** Stands before the text. */
  label?: string
  text: string
}

/** The address as it stands on a parcel. Empty fields take no room. */
export function addressLines(
  address: ShippingAddress,
  without: readonly AddressField[] = [],
): AddressLine[] {
  const lines: AddressLine[] = []
  let line: AddressLine | undefined
  for (const field of ADDRESS_FIELDS) {
    const { joinedBy, isLabelled, label } = ADDRESS_TABLE[field]
    const text = address[field]
    if (joinedBy === undefined) line = undefined
    if (without.includes(field) || !text) continue
    if (line) {
      line.text += joinedBy + text
    } else {
      line = { field, ...(isLabelled && { label }), text }
      lines.push(line)
    }
  }
  return lines
}

/** `Name, street, postal code and phone`: what is hidden in a masked order. */
export function maskedFieldNames(): string {
  const names = ADDRESS_FIELDS.flatMap((field) => ADDRESS_TABLE[field].maskedAs ?? [])
  const list = new Intl.ListFormat(LIST_LOCALE).format(names)
  return capitalized(list)
}

function cleanField(field: AddressField, typed = ''): string {
  return ADDRESS_TABLE[field].isCode ? cleanCode(typed) : cleanText(typed)
}

function fieldProblem(field: AddressField, text: string): AddressProblem | undefined {
  const {
    isOptional,
    maxLength,
    isValid,
    problem,
    lengthProblem = 'too_long',
  } = ADDRESS_TABLE[field]
  if (isBlank(text)) return isOptional ? undefined : 'required'
  if (countCharacters(text) > maxLength) return lengthProblem
  return isValid && !isValid(text) ? problem : undefined
}

function textsOf(fields: readonly AddressField[], texts: AddressTexts): AddressTexts {
  return Object.fromEntries(fields.map((field) => [field, texts[field]]))
}
