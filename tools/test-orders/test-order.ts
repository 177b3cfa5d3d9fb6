/* The orders that checks place in a live shop, recognizable by their name. */

import { fromMinor } from '#kit/money.ts'
import { mapFields, splitAddress } from '#order/address/address.ts'
import { newOrderKey } from '#order/device/order-key.ts'
import { priceList, sellingPrice } from '#product/price-list.ts'

const TEST_NAME = 'Contract test, please ignore'

/** An order of the first product, as the checkout sends it. */
export function aTestOrder(change: Record<string, unknown> = {}) {
  const [product] = priceList
  if (!product) throw new Error('The price list is empty')
  const [size] = product.sizes
  const price = fromMinor(sellingPrice(size))
  return {
    ...newOrderKey(),
    items: [{ id: product.id, size: size.label, quantity: 1, price }],
    total: price,
    shippingAddress: {
      ...splitAddress(mapFields(() => 'Test')).shippingAddress,
      fullName: TEST_NAME,
      address: 'Not a parcel: sent by a test of this shop',
      postalCode: '00000',
      phone: testPhone(),
    },
    paymentMethod: 'cash_on_delivery',
    ...change,
  }
}

/**
 * A number that cannot be called: no country has the code 999, and no Pakistani number has last ten
 * digits, by which orders of one phone are counted, that begin with 0.
 */
function testPhone(): string {
  const digits = String(Math.floor(Math.random() * 1_000_000)).padStart(6, '0')
  return `+999 000 0${digits.slice(0, 2)} ${digits.slice(2)}`
}
