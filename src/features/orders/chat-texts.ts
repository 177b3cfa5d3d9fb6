/* Messages that customers send to the shop by WhatsApp, besides orders. */
import { formatMoney } from '#shared/money.ts'
import { amountToCollect, type Order } from './order.ts'

const GREETING = 'Assalam-o-Alaikum,'

export function productQuestion(name: string): string {
  return `${GREETING} I have a question about ${name}.`
}

export function orderConfirmation(order: Pick<Order, 'id' | 'total' | 'advance'>): string {
  return `${GREETING} I confirm my order ${order.id}. I will have ${formatMoney(amountToCollect(order))} in cash ready.`
}

export function orderQuestion(orderId: string): string {
  return `${GREETING} I have a question about my order ${orderId}.`
}

export function helpPhotos(orderId: string): string {
  return `${GREETING} these are photos for my order ${orderId}.`
}
