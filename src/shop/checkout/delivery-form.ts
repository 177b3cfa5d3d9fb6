/* The inputs of the form, which are uncontrolled: text that was typed before hydration stays. */
import { mapFields } from '#order/address/address.ts'
import {
  DELIVERY_FIELDS,
  type DeliveryDetails,
  type DeliveryField,
  EXTRA_FIELDS,
} from '#order/address/extras.ts'
import { type TextField, textFieldOf } from '#order/address/form-fields.ts'

export function readDetails(form: HTMLFormElement): DeliveryDetails {
  const read = (field: DeliveryField) => textFieldOf(form, field)?.value ?? ''
  const extras = EXTRA_FIELDS.map((field) => [field, read(field)])
  return { ...mapFields(read), ...Object.fromEntries(extras) }
}

/** Leaves inputs alone that were changed already. */
export function fillIn(form: HTMLFormElement | null, draft: Partial<DeliveryDetails>): void {
  for (const field of DELIVERY_FIELDS) {
    const input = textFieldOf(form, field)
    const text = draft[field]
    if (!input || text === undefined || input.value !== input.defaultValue) continue
    input.value = text
    if (text) showField(input)
  }
}

/** Opens the part of the form that an input is in. */
export function showField(input: TextField): void {
  const details = input.closest('details')
  if (details) details.open = true
}
