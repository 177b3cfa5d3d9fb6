import { wholeNumber } from '#kit/text.ts'
import { MAX_QUANTITY } from '#order/order-lines.ts'
import { tooManyUnits } from '#order/texts/limit-words.ts'
import { noQuantity } from './words.ts'

/** What was typed as a quantity, or the sentence that says why it cannot be one (docs/product.md, rule 2.20). */
export function typedQuantity(typed: string, name: string): number | string {
  const quantity = wholeNumber(typed)
  if (quantity > MAX_QUANTITY) return tooManyUnits(MAX_QUANTITY, name)
  return quantity >= 1 ? quantity : noQuantity(MAX_QUANTITY)
}
