/** Size and quantity that are chosen on a product's page, which its islands share. */
import { atom, type ReadableAtom } from 'nanostores'

interface ProductChoice {
  /** The label of a size. Empty before the form has been read: the first size. */
  size: string
  /** The last valid one. */
  quantity: number
}

const $chosen = atom<ProductChoice>({ size: '', quantity: 1 })

/** Printed islands read it by `useChoice`. */
export const $choice: ReadableAtom<ProductChoice> = $chosen

/** Takes over what the form says now. Its fields are uncontrolled, so it may have been filled in before hydration. */
export function readChoice({ elements }: HTMLFormElement): ProductChoice {
  const size = elements.namedItem('size') as RadioNodeList | HTMLInputElement
  const { validity, valueAsNumber } = elements.namedItem('quantity') as HTMLInputElement
  const isValid = validity.valid && Number.isSafeInteger(valueAsNumber)
  $chosen.set({
    size: size.value,
    quantity: isValid ? valueAsNumber : $chosen.get().quantity,
  })
  return $chosen.get()
}
