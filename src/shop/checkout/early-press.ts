/*
 * Place Order before React has hydrated the page: React is most of its scripts, and placing an order needs none of
 * it (docs/decisions/islands.md). Loaded by first-paint.ts at the press.
 */
import { addressProblems } from '#order/address/address.ts'
import { readAddress } from '#order/address/form-fields.ts'
import { fillIn } from './delivery-form.ts'
import { readDraft, saveDraft } from './draft.ts'
import { pageCheckout, providePlacing, startPageCheckout } from './page-checkout.ts'
import { createPlacing } from './placing.ts'

/** Sends what is typed. False where something is missing: React shows what it is. */
export function submitForm(form: HTMLFormElement): boolean {
  fillIn(form, readDraft())
  const typed = readAddress(form)
  if (Object.keys(addressProblems(typed)).length > 0) return false
  saveDraft(typed)
  providePlacing(createPlacing())
  startPageCheckout()
  void pageCheckout.submit(typed)
  return true
}
