/** Size and quantity that are chosen on a product's page, which its islands share. */
import { atom, type ReadableAtom } from 'nanostores'
import { wholeNumber } from '#kit/text.ts'
import { MAX_QUANTITY } from '#order/order-lines.ts'
import { noQuantity } from '#shop/cart/words.ts'

interface ProductChoice {
  /** The label of a size. Empty before the form has been read: the first size. */
  size: string
  /** The last valid one. */
  quantity: number
}

const $chosen = atom<ProductChoice>({ size: '', quantity: 1 })

/** Printed islands read it by `useChoice`. */
export const $choice: ReadableAtom<ProductChoice> = $chosen

/**
 * Takes over what the form says now. Its fields are uncontrolled, so it may have been filled in before hydration. With
 * an invalid quantity in its field the browser does not submit it.
 */
export function readChoice({ elements }: HTMLFormElement): ProductChoice {
  const size = elements.namedItem('size') as RadioNodeList | HTMLInputElement
  const field = elements.namedItem('quantity') as HTMLInputElement
  const typed = wholeNumber(field.value)
  const isValid = typed >= 1
  field.setCustomValidity(isValid ? '' : noQuantity(MAX_QUANTITY))
  $chosen.set({ size: size.value, quantity: isValid ? typed : $chosen.get().quantity })
  return $chosen.get()
}
