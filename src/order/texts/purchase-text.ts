/*
 * What a customer would like to order, as the text of a message. Apart from order-text.ts, since the pages
 * of products and the cart have no address.
 */
import { formatSum } from '#config/currency.ts'
import type { OrderItem } from '#order/order.ts'

export interface PurchaseInWords {
  id?: string
  items: readonly Pick<OrderItem, 'name' | 'size' | 'quantity'>[]
  /** Minor units. */
  total?: number
}

export const ORDER_GREETING = 'Assalam-o-Alaikum, I would like to order:'
/** Who pays at the door for a gift. */
export const GIFT_HINT = 'The rider collects the cash from whoever opens the door.'
/** The words of a link to a message that begins or ends with GIFT_MESSAGE. */
export const GIFT_LINK = 'This is a gift: I pay before'
/** A line after the others: the admin then asks for the money before the order is sent. */
export const GIFT_MESSAGE = 'This is a gift: I pay before you send it.'
const ORDER_NUMBER = 'Order Number'
const TOTAL = 'Total'

/** The order number, a line for each item, and the total. */
export function formatPurchase({ id, items, total }: PurchaseInWords): string {
  return [
    ORDER_GREETING,
    ...(id ? [`${ORDER_NUMBER}: ${id}`] : []),
    ...items.map(({ quantity, name, size }) => `${quantity} x ${name} (${size})`),
    ...(total === undefined ? [] : [`${TOTAL}: ${formatSum(total)}`]),
  ].join('\n')
}
