/* What the owner writes to a customer, ready to send: one message for each status of an order. */
import { settings } from '#features/settings/settings.ts'
import { paths } from '#paths.ts'
import { formatMoney } from '#shared/money.ts'
import type { Order } from './order.ts'

export function customerMessage(order: Order): string {
  const greeting = `Assalam-o-Alaikum ${order.shippingAddress.fullName},`
  const tracking = new URL(paths.tracking(order.id), import.meta.env.SITE)
  return `${greeting} ${news(order)}\n\n${settings.name}\n${tracking}`
}

function news({ id, status, total, trackingNumber }: Order): string {
  switch (status) {
    case 'pending':
      return `thank you for your order ${id} of ${formatMoney(total)}, cash on delivery. Please reply YES to confirm it.`
    case 'processing':
      return `your order ${id} is being prepared for shipment.`
    case 'shipped':
      return (
        `your order ${id} has been shipped and is on the way.` +
        (trackingNumber ? ` Tracking number: ${trackingNumber}.` : '') +
        ` Please keep ${formatMoney(total)} ready for the courier.`
      )
    case 'delivered':
      return `your order ${id} has been delivered. Enjoy your products!`
    case 'cancelled':
      return `your order ${id} has been cancelled. If this is a mistake, please reply to this message.`
  }
}
