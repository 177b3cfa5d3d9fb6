import { wholeNumber } from '#kit/text.ts'
import { MAX_QUANTITY, tooManyUnits } from '#order/order-lines.ts'

/** What was typed as a quantity, or the sentence that says why it cannot be one (docs/product.md, rule 2.20). */
export function typedQuantity(typed: string, name: string): number | string {
  const quantity = wholeNumber(typed)
  if (quantity > MAX_QUANTITY) return tooManyUnits(name)
  return quantity >= 1 ? quantity : `Please enter a whole number from 1 to ${MAX_QUANTITY}.`
}
