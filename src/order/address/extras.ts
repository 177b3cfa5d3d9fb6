/*
 * What a customer may add to the address (docs/product.md, rule 4.17). The database applies the same
 * rules in private.clean_extras(): tests/parity compares both.
 */
import { cleanText, countCharacters, foldDigits, isBlank } from '#kit/text.ts'
import {
  ADDRESS_FIELDS,
  ADDRESS_TABLE,
  type AddressField,
  type AddressProblem,
  addressProblems,
  cleanAddress,
  type ShippingAddress,
} from './address.ts'

export type ExtraField = 'landmark' | 'secondPhone' | 'riderNote'

/** Without the blank ones. */
export type Extras = { [field in ExtraField]?: string | undefined }

export type ExtraProblem = 'too_long' | 'phone_invalid'

export const EXTRAS_TABLE: Record<ExtraField, { label: string; maxLength: number }> = {
  landmark: { label: 'Landmark', maxLength: 120 },
  // "Second Phone" would also be found where a test or a person looks for "Phone".
  secondPhone: { label: 'Second Number', maxLength: 40 },
  riderNote: { label: 'Note for the Rider', maxLength: 200 },
}

export const EXTRA_FIELDS = Object.keys(EXTRAS_TABLE) as ExtraField[]

/** What would be saved: cleaned, and undefined where it is blank. */
export function cleanExtras(typed: Extras): Extras {
  const entries = EXTRA_FIELDS.map((field) => [field, cleanExtra(field, typed[field] ?? '')])
  return Object.fromEntries(entries)
}

/** Problems of typed extras. A valid or blank field has no entry. */
export function extrasProblems(typed: Extras): { [field in ExtraField]?: ExtraProblem } {
  const problems: { [field in ExtraField]?: ExtraProblem } = {}
  for (const field of EXTRA_FIELDS) {
    const text = cleanExtra(field, typed[field] ?? '')
    if (text === undefined) continue
    if (countCharacters(text) > EXTRAS_TABLE[field].maxLength) problems[field] = 'too_long'
    else if (field === 'secondPhone' && !ADDRESS_TABLE.phone.isValid?.(text))
      problems[field] = 'phone_invalid'
  }
  return problems
}

/** What a customer types at the checkout. */
export type DeliveryDetails = ShippingAddress & Extras

export type DeliveryField = AddressField | ExtraField

export type DeliveryProblems = Partial<Record<DeliveryField, AddressProblem>>

/** In the order of the form. */
export const DELIVERY_FIELDS: readonly DeliveryField[] = [...ADDRESS_FIELDS, ...EXTRA_FIELDS]

export function cleanDelivery(typed: DeliveryDetails): DeliveryDetails {
  return { ...cleanAddress(typed), ...cleanExtras(typed) }
}

export function deliveryProblems(typed: DeliveryDetails): DeliveryProblems {
  return { ...addressProblems(typed), ...extrasProblems(typed) }
}

function cleanExtra(field: ExtraField, typed: string): string | undefined {
  const text = cleanText(typed)
  if (isBlank(text)) return undefined
  return field === 'secondPhone' ? foldDigits(text) : text
}
