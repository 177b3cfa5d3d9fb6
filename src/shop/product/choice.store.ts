/** Size and quantity that are chosen on a product's page, which its islands share. */
import { useStore } from '@nanostores/react'
import { atom } from 'nanostores'
import { wholeNumber } from '#kit/text.ts'
import { MAX_QUANTITY } from '#order/order-lines.ts'
import { formatPurchase } from '#order/texts/purchase-text.ts'
import { type PricedProduct, sellingPrice } from '#product/price-list.ts'
import { pairOffer } from '#shop/cart/pair-offer.ts'
import { noQuantity } from '#shop/cart/words.ts'

interface ProductChoice {
  /** The label of a size. Empty before the form has been read: the first size. */
  size: string
  /** The last valid quantity. */
  quantity: number
}

const $choice = atom<ProductChoice>({ size: '', quantity: 1 })

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
  $choice.set({ size: size.value, quantity: isValid ? typed : $choice.get().quantity })
  return $choice.get()
}

/** What is chosen of the product of this page. In the prerendered HTML one unit of its first size. */
export function useChoice({ id, name, sizes }: PricedProduct) {
  const { size: label, quantity } = useStore($choice, { ssr: 'initial' })
  const size = sizes.find((one) => one.label === label) ?? sizes[0]
  const price = sellingPrice(size)
  return {
    size,
    quantity,
    /** Minor units, for the quantity. */
    total: price * quantity,
    offer: pairOffer({ id, size: size.label, price, quantity }),
    /** The text of a message that orders it. */
    text: formatPurchase({
      items: [{ name, size: size.label, quantity }],
      total: price * quantity,
    }),
  }
}
