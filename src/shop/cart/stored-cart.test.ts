import { beforeEach, describe, expect, test } from 'vitest'
import { choice, otherProduct, product } from '#tests/support/catalogue.ts'
import { EMPTY_CART, toCart } from './cart.ts'
import { addByShopNow, addToCart, readCart, saveCart } from './stored-cart.ts'

const quantities = () => readCart().items.map(({ quantity }) => quantity)

describe('rule 2.16: Shop Now', () => {
  beforeEach(() => saveCart(EMPTY_CART))

  test('pressed again for the same line sets its quantity', () => {
    addByShopNow(choice(product))
    addByShopNow(choice(product))
    expect(quantities()).toEqual([1])
    addByShopNow(choice(product, 3))
    expect(quantities()).toEqual([3])
    addByShopNow(choice(product, 2))
    expect(quantities()).toEqual([2])
  })

  test('keeps what was in the cart before', () => {
    addToCart(choice(product, 2))
    addByShopNow(choice(product))
    addByShopNow(choice(product))
    expect(quantities()).toEqual([3])
  })

  test('adds where the line was changed since, or ordered', () => {
    addByShopNow(choice(product))
    addToCart(choice(product))
    addByShopNow(choice(product))
    expect(quantities()).toEqual([3])
    saveCart(toCart([choice(product, 5)]))
    addByShopNow(choice(product))
    expect(quantities()).toEqual([6])
    saveCart(EMPTY_CART)
    addByShopNow(choice(product, 2))
    expect(quantities()).toEqual([2])
  })

  test('adds another product', () => {
    addToCart(choice(otherProduct, 2))
    addByShopNow(choice(product))
    addByShopNow(choice(otherProduct))
    expect(quantities()).toEqual([3, 1])
  })
})
