import { staticIsland } from '#kit/island/island.tsx'
import { Price } from '#product/Price.tsx'
import type { PricedProduct } from '#product/price-list.ts'
import { useChoice } from './choice.store.ts'

/** The price of one unit of the chosen size. */
export const ChosenPrice = staticIsland(({ product }: { product: PricedProduct }) => {
  const { size } = useChoice(product)
  return <Price size={size} className="text-h2" />
})
