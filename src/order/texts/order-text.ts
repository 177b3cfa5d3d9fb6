/*
 * An order as the text of a message (docs/product.md, rule 14.28). Customers send it by WhatsApp, and
 * parse-order-text.ts fills the form of the admin in from it.
 */
import { cleanText, isBlank } from '#kit/text.ts'
import { ADDRESS_FIELDS, ADDRESS_TABLE, type AddressTexts } from '#order/address/address.ts'
import { formatPurchase, type PurchaseInWords } from './purchase-text.ts'

interface OrderText extends PurchaseInWords {
  shippingAddress?: AddressTexts
  /** By which the admin's entry of it is recognized as the order of this device. */
  code?: string
}

/** The label of the device's code. */
export const CODE_LABEL = 'Code'

/** One line for each fact, in the order of the form. Blank fields are left out. */
export function formatOrderText(order: OrderText): string {
  return [
    formatPurchase(order),
    ...formatAddress(order.shippingAddress ?? {}),
    ...(order.code ? [`${CODE_LABEL}: ${order.code}`] : []),
  ].join('\n')
}

/** What a customer would have changed here, had the order not been booked. */
export function formatCorrection(orderId: string, typed: AddressTexts): string {
  return [
    `Assalam-o-Alaikum, please correct my order ${orderId} if you still can:`,
    ...formatAddress(typed),
  ].join('\n')
}

function formatAddress(texts: AddressTexts): string[] {
  return ADDRESS_FIELDS.flatMap((field) => {
    const text = cleanText(texts[field] ?? '')
    return isBlank(text) ? [] : [`${ADDRESS_TABLE[field].label}: ${text}`]
  })
}
