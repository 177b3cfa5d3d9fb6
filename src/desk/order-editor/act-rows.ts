/* What an editor sends: the parts of an order, as the acts take them. */
import type { OrderSource } from '#admin/order/source.ts'
import { fromMinor } from '#kit/money.ts'
import { type ShippingAddress, splitAddress } from '#order/address/address.ts'
import type { Order } from '#order/order.ts'
import type { OrderRequest } from '#order/requests/order-request.ts'

/** The parts of an order that are corrected. Each is replaced as a whole, and absent ones stay. */
export interface Correction {
  shippingAddress?: ShippingAddress
  /** With their total, which is what the admin saw. */
  purchase?: Pick<OrderRequest, 'items' | 'total'>
  /** Minor units. */
  advance?: number
}

export interface ManualOrder extends OrderRequest {
  source: Exclude<OrderSource, 'website'>
  /** Minor units. */
  advance?: number
  note?: string
  /** From the customer's message: of the device that may change the order. */
  deviceCode?: string
  /** The order number in that message, where another order has it. */
  messageId?: string
}

/** Of the act "correct". */
export function toCorrectionRow(
  { id, version }: Pick<Order, 'id' | 'version'>,
  { shippingAddress, purchase, advance }: Correction,
) {
  return {
    id,
    version,
    ...(shippingAddress && splitAddress(shippingAddress)),
    ...(purchase && toPurchase(purchase)),
    ...(advance !== undefined && { advance: fromMinor(advance) }),
  }
}

/** Of the act "enter": an order by phone or WhatsApp. */
export function toNewOrderRow(id: string, order: ManualOrder) {
  const { shippingAddress, source, advance, note, deviceCode, messageId } = order
  return {
    id,
    ...toPurchase(order),
    ...splitAddress(shippingAddress),
    source,
    ...(advance !== undefined && { advance: fromMinor(advance) }),
    ...(note && { note }),
    ...(deviceCode && { deviceCode }),
    ...(messageId && { messageId }),
  }
}

function toPurchase({ items, total }: Pick<OrderRequest, 'items' | 'total'>) {
  return {
    items: items.map(({ id, size, quantity, price }) => ({
      id,
      size,
      quantity,
      price: fromMinor(price),
    })),
    total: fromMinor(total),
  }
}
