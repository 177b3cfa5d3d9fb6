import { useStore } from '@nanostores/react'
import { printPurchase } from '#order/texts/purchase-text.ts'
import { type PricedProduct, sellingPrice } from '#product/price-list.ts'
import { pairOffer } from '#shop/cart/pair-offer.ts'
import { $choice } from './choice.store.ts'

/** What is chosen of the product of this page. In the printed HTML one unit of its first size. */
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
    /** Of a message that orders it. */
    text: printPurchase({
      items: [{ name, size: size.label, quantity }],
      total: price * quantity,
    }),
  }
}
