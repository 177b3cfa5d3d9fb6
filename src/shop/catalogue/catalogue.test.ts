import { expect, it } from 'vitest'
import { sizesOnSale } from '#product/on-sale.ts'
import { lowestPrice, sellingPrice, toPricedProduct } from '#product/price-list.ts'
import { percentageOff } from '#product/product.ts'

type Prices = [price: number, discountPrice?: number]

it.each<[percentage: number | undefined, ...Prices[]]>([
  [50, [1599, 799]],
  [47, [1599, 849]],
  [50, [1599, 799], [2919, 1459]],
  [50, [200, 101], [200, 99]],
  // No one number is within a point of both.
  [undefined, [1599, 799], [100, 90]],
  [undefined, [1599, 799], [100]],
  [undefined, [1599]],
  [undefined, [1599, 1598]],
  [99, [1000, 1]],
])('rule 1.6: %s %% off for %j %j', (percentage, ...prices) => {
  const sizes = prices.flatMap((pair) => {
    if (!pair) return []
    const [price, discountPrice] = pair
    return [{ label: '1', price, ...(discountPrice !== undefined && { discountPrice }) }]
  })
  expect(percentageOff(sizes)).toBe(percentage)
})

it('rule 1.26: a size is off sale by itself or with its product', () => {
  const sizes = [{ label: 'small' }, { label: 'large', onSale: false }]
  expect(sizesOnSale({ sizes })).toEqual([{ label: 'small' }])
  expect(sizesOnSale({ onSale: false, sizes })).toEqual([])
})

it('a size without a discount is sold at its price', () => {
  const product = toPricedProduct({
    id: 'oil',
    name: 'Oil',
    sizes: [
      { label: '100ml', price: 1599 },
      { label: '50ml', price: 1600, discountPrice: 1500.5 },
    ],
  })
  expect(product.sizes[0]).toEqual({ label: '100ml', price: 159_900 })
  expect(product.sizes.map(sellingPrice)).toEqual([159_900, 150_050])
  expect(lowestPrice(product)).toBe(150_050)
})
