/*
 * What the customer is asked where the database and this page differ (docs/product.md, rule 5.19). What she
 * agrees to holds for this visit of the checkout: the price list of the page stays as it is.
 */

import { isRecord } from '#kit/json.ts'
import { toMinor } from '#kit/money.ts'
import { hasCode } from '#kit/remote/shop-error.ts'
import { type Cart, type CartItem, isSame } from '#shop/cart/cart.ts'
import { type Prices, priceOf } from './agreed-prices.ts'

export type CartDifference =
  | { about: 'prices'; prices: Prices }
  /** Lines that are not sold any more, or not now, in a cart with others. */
  | { about: 'lines'; lines: CartItem[]; isPause?: boolean }

/** What a refusal leaves to the customer to decide. */
export function questionOf(error: unknown, { items }: Cart): CartDifference | undefined {
  if (hasCode(error, 'item_paused')) return restOf(error.cause, items)
  if (!hasCode(error, 'price_changed') && !hasCode(error, 'item_unknown')) return undefined
  const prices = readPrices(error.cause)
  // Another tab has changed the cart, or the response is no list of prices.
  if (!items.every((item) => prices.some((line) => isSame(line, item)))) return undefined
  const lines = items.filter((item) => !priceOf(item, prices))
  if (lines.length === 0) return { about: 'prices', prices }
  return lines.length < items.length ? { about: 'lines', lines } : undefined
}

/** Whether to order what is not paused, if that is something. */
function restOf(body: unknown, items: readonly CartItem[]): CartDifference | undefined {
  const paused = readPrices(body)
  const lines = items.filter((item) => paused.some((line) => isSame(line, item)))
  if (lines.length === 0 || lines.length === items.length) return undefined
  return { about: 'lines', lines, isPause: true }
}

function readPrices(body: unknown): Prices {
  const lines = isRecord(body) && Array.isArray(body['items']) ? body['items'] : []
  return lines.filter(isRecord).map(({ id, size, price }) => ({
    id: String(id),
    size: String(size),
    ...(typeof price === 'number' && { price: toMinor(price) }),
  }))
}
