import { priceList, sellingPrice } from '#features/catalogue/price-list.ts'
import { fromMinor } from '#shared/money.ts'
import { goodAddress } from './address-cases.ts'

export const token = 'a-token-that-only-one-device-has'

export interface ItemRequest {
  id: string
  size: string
  quantity: number
  price: number
}

/** A line of the catalogue's nth product, as the browser sends it. */
export function anItem(nth = 0, quantity = 1): ItemRequest {
  const product = priceList[nth]
  if (!product) throw new Error(`The price list has no product ${nth}`)
  const [size] = product.sizes
  return { id: product.id, size: size.label, quantity, price: fromMinor(sellingPrice(size)) }
}

/** What place_order() wants, with a total that is right for its items. */
export function anOrderRequest(change: Record<string, unknown> = {}, items = [anItem()]) {
  const total = items.reduce((sum, item) => sum + item.price * item.quantity, 0)
  return {
    id: 'ABCDEFGH',
    token,
    items,
    total,
    shippingAddress: goodAddress,
    paymentMethod: 'cash_on_delivery',
    ...change,
  }
}

/** The nth id and token of a row of attempts, each with a phone of its own. */
export function anAttempt(nth: number, change: Record<string, unknown> = {}) {
  const number = String(nth).padStart(5, '0')
  const shippingAddress = { ...goodAddress, phone: `03001${number}` }
  return anOrderRequest({ id: `NTH${number}`, token: token + number, shippingAddress, ...change })
}
