/* Messages that customers send to the shop by WhatsApp, besides orders. */
import { formatSum } from '#config/currency.ts'
import type { Order } from '#order/order.ts'
import { amountToCollect } from '#order/sums.ts'
import { paths } from '#paths.ts'
import { GIFT_MESSAGE } from './purchase-text.ts'

const GREETING = 'Assalam-o-Alaikum,'

/** The page of an order, for a message or a file. */
export function orderUrl(orderId: string): URL {
  return new URL(paths.tracking(orderId), import.meta.env.SITE)
}

export function productQuestion(name: string): string {
  return `${GREETING} I have a question about ${name}.`
}

/** The first message of a customer about an order, before it is packed. */
export function orderIsPlaced(order: Pick<Order, 'id' | 'total' | 'advance'>): string {
  const amount = amountToCollect(order)
  const cash = amount > 0 ? ` I will have ${formatSum(amount)} in cash ready.` : ''
  return `${GREETING} I have placed order ${order.id}.${cash} ${orderUrl(order.id)}`
}

/** About an order that has a gift. */
export function giftQuestion(orderId: string): string {
  return `${GREETING} I have placed order ${orderId}. ${GIFT_MESSAGE}`
}

export function orderQuestion(orderId: string): string {
  return `${GREETING} I have a question about my order ${orderId}.`
}

export function changeByMessage(orderId: string, wish: string): string {
  return `${GREETING} please change my order ${orderId}: ${wish.trim()}`
}

export function cancelByMessage(orderId: string, wish: string): string {
  return `${GREETING} please cancel my order ${orderId}. ${wish.trim()}`.trim()
}

/** For a page that cannot read the number of its order. */
export function orderByName(): string {
  return `${GREETING} where is my order?\nOrder number: \nMy name: `
}

/** Has blanks for what the shop finds an order by. */
export function lostNumber(): string {
  return `${GREETING} I do not know the number of my order.\nMy name: \nMy phone: `
}

export function helpPhotos(orderId: string): string {
  return `${GREETING} these are photos for my order ${orderId}.`
}
