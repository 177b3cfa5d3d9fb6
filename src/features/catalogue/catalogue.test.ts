import { expect, it } from 'vitest'
import { catalogue } from '#tests/support/catalogue.ts'
import { lowestPrice, sellingPrice, toPricedProduct } from './price-list.ts'

it('rule 1.6: the discount percentage is within a point of what the prices give', () => {
  const discounted = catalogue.filter((product) => product.discountPercentage !== undefined)
  expect(discounted.length).toBeGreaterThan(0)
  for (const { id, sizes, discountPercentage } of discounted) {
    const [size] = sizes
    const percentage = 100 * (1 - sellingPrice(size) / size.price)
    expect(Math.abs(percentage - Number(discountPercentage)), id).toBeLessThanOrEqual(1)
  }
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
