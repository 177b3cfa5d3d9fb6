/* What the owner writes to a customer, ready to send: one message for each status of an order. */
import { settings } from '#config/settings.ts'
import { paths } from '#paths.ts'
import { formatMoney } from '#shared/money.ts'
import type { Order } from './order.ts'

export function customerMessage(order: Order): string {
  const greeting = `${['Assalam-o-Alaikum', ...namesIn(order.shippingAddress.fullName)].join(' ')},`
  const tracking = new URL(paths.tracking(order.id), import.meta.env.SITE)
  return `${greeting} ${news(order)}\n\n${settings.name}\n${tracking}`
}

/**
 * The words of a name, without those that a chat app could show as a link: anybody can order for the
 * phone of somebody else, and the message comes from the shop.
 */
function namesIn(fullName: string): string[] {
  return fullName.split(/\s+/).filter((word) => word !== '' && !isLinkLike(word))
}

/** A scheme, a path, an e-mail address, or a dot inside a word, in any script's full stop. */
function isLinkLike(word: string): boolean {
  const plain = word.normalize('NFKC').replace(/\p{Cf}/gu, '')
  return /[/\\@]|:[\p{L}\p{N}+]|[\p{L}\p{N}][.。]+[\p{L}\p{N}]/u.test(plain)
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
