/* The message about an order that the admin sends to its customer. */
import { formatSum } from '#config/currency.ts'
import { settings } from '#config/settings.ts'
import type { Order } from '../order.ts'
import type { OrderStatus } from '../status.ts'
import { amountToCollect } from '../sums.ts'
import { orderUrl } from './chat-texts.ts'

type News = (order: Order) => string

/** What is said about each status, after the greeting. */
const NEWS: Record<OrderStatus, News> = {
  pending(order) {
    if (order.replaces)
      return `we send you order ${order.id}, which replaces items of your order ${order.replaces}. You pay nothing for it.`
    const cash = amountToCollect(order)
    const sum = cash > 0 ? ` of ${formatSum(cash)}, cash on delivery` : ', which is paid'
    return `thank you for your order ${order.id}${sum}. Please reply YES to confirm it.`
  },
  processing: ({ id }) => `your order ${id} is being prepared for shipment.`,
  shipped(order) {
    const { id, trackingNumber } = order
    const cash = amountToCollect(order)
    return (
      `your order ${id} has been shipped and is on the way.` +
      (trackingNumber ? ` Tracking number: ${trackingNumber}.` : '') +
      (cash > 0 ? ` Please keep ${formatSum(cash)} ready for the courier.` : '')
    )
  },
  delivered: ({ id }) => `your order ${id} has been delivered. Enjoy your products!`,
  cancelled: ({ id }) =>
    `your order ${id} has been cancelled. If this is a mistake, please reply to this message.`,
}

/** With an open request, it is about that. */
export function customerMessage(order: Order): string {
  const { id, status, request, shippingAddress } = order
  if (request?.state === 'open') return helpMessage(id, shippingAddress.fullName)
  // A newer database may have another status.
  const news: News | undefined = NEWS[status]
  return message(id, shippingAddress.fullName, news?.(order) ?? '')
}

/** The reply to a customer who asked for help. */
export function helpMessage(id: string, fullName: string): string {
  return message(
    id,
    fullName,
    `you asked for help with your order ${id}. We are sorry for the trouble.`,
  )
}

function message(id: string, fullName: string, news: string): string {
  const greeting = `${['Assalam-o-Alaikum', ...namesIn(fullName)].join(' ')},`
  return `${greeting} ${news}\n\n${settings.name}\n${orderUrl(id)}`
}

/**
 * The words of a name, without those that a chat app could show as a link: anybody can order for the
 * phone of somebody else, and the message comes from the shop.
 */
export function namesIn(fullName: string): string[] {
  return fullName.split(/\s+/).filter((word) => word !== '' && !isLinkLike(word))
}

/** A scheme, a path, an e-mail address, or a dot inside a word, in any script's full stop. */
function isLinkLike(word: string): boolean {
  const plain = word.normalize('NFKC').replace(/\p{Cf}/gu, '')
  return /[/\\@]|:[\p{L}\p{N}+]|[\p{L}\p{N}][.。]+[\p{L}\p{N}]/u.test(plain)
}
