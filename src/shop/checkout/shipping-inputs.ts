/* The inputs of the form, which are uncontrolled: text that was typed before hydration stays. */
import { ADDRESS_FIELDS, type AddressTexts } from '#order/address/address.ts'
import { type TextField, textFieldOf } from '#order/address/form-fields.ts'

/** Leaves inputs alone that were changed already. */
export function fillIn(form: HTMLFormElement | null, draft: AddressTexts): void {
  for (const field of ADDRESS_FIELDS) {
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

/** Whether Place Order was pressed before React was here. The script of checkout.astro notes it. */
export function takeEarlyPress(): boolean {
  const page = document.querySelector<HTMLElement>('[data-pressed]')
  delete page?.dataset['pressed']
  return page !== null
}
