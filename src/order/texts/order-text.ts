/*
 * An order as the text of a message (docs/product.md, rule 14.28). Customers send it by WhatsApp, and
 * parse-order-text.ts fills the form of the admin in from it.
 */
import { cleanText, isBlank } from '#kit/text.ts'
import {
  ADDRESS_FIELDS,
  ADDRESS_TABLE,
  type AddressField,
  type ShippingAddress,
} from '../address/address.ts'
import { EXTRA_FIELDS, EXTRAS_TABLE, type ExtraField, type Extras } from '../address/extras.ts'
import { type PurchaseInWords, printPurchase } from './purchase-text.ts'

interface OrderText extends PurchaseInWords {
  shippingAddress?: Partial<ShippingAddress>
  extras?: Extras
  /** By which the admin's entry of it is recognized as the order of this device. */
  code?: string
}

export type PersonalField = AddressField | ExtraField

export type PersonalTexts = { [field in PersonalField]?: string | undefined }

export const PERSONAL_FIELDS: readonly PersonalField[] = [...ADDRESS_FIELDS, ...EXTRA_FIELDS]

/** Before the code of the device. */
export const CODE_LABEL = 'Code'

export const PERSONAL_TABLE = { ...ADDRESS_TABLE, ...EXTRAS_TABLE }

/** One line for each fact, in the order of the form. Blank fields are left out. */
export function printOrderText(order: OrderText): string {
  return [
    printPurchase(order),
    ...printPersonal({ ...order.shippingAddress, ...order.extras }),
    ...(order.code ? [`${CODE_LABEL}: ${order.code}`] : []),
  ].join('\n')
}

/** What a customer would have changed here, had the order not been booked. */
export function printCorrection(orderId: string, typed: PersonalTexts): string {
  return [
    `Assalam-o-Alaikum, please correct my order ${orderId} if you still can:`,
    ...printPersonal(typed),
  ].join('\n')
}

function printPersonal(texts: PersonalTexts): string[] {
  return PERSONAL_FIELDS.flatMap((field) => {
    const text = cleanText(texts[field] ?? '')
    return isBlank(text) ? [] : [`${PERSONAL_TABLE[field].label}: ${text}`]
  })
}
