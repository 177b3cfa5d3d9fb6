/*
 * The order that this tab has just placed, for its confirmation, which shows it without a request (docs/product.md,
 * rule 7.42). It has personal data: the confirmation takes it out of the tab's storage at once.
 */

import { whatsAppUrl } from '#config/whatsapp.ts'
import { formatDate } from '#kit/dates.ts'
import { isRecord } from '#kit/json.ts'
import { formatMoney } from '#kit/money.ts'
import { tabStorage } from '#kit/storage/tab-storage.ts'
import type { Order } from '#order/order.ts'
import { parseOrder, toOrderJson } from '#order/order-json.ts'
import { amountToCollect } from '#order/sums.ts'
import { orderIsPlaced } from '#order/texts/chat-texts.ts'

/** `placed-preview.ts` reads it as well. */
export const PLACED_KEY = 'zulf:placed-order'

/** How long the confirmation may take to open after a press of Place Order. */
const MAX_AGE_MS = 2 * 60_000

export function savePlaced(order: Order, now = Date.now()): void {
  const { id, estimatedDelivery } = order
  const preview = {
    id,
    sum: formatMoney(amountToCollect(order)),
    day: formatDate(estimatedDelivery),
    chat: whatsAppUrl(orderIsPlaced(order)),
  }
  tabStorage.set(PLACED_KEY, { at: now, preview, order: toOrderJson(order) })
}

/** The order, once. Undefined where another order was placed, or none. */
export function takePlaced(orderId: string, now = Date.now()): Order | undefined {
  const saved = tabStorage.get(PLACED_KEY)
  tabStorage.remove(PLACED_KEY)
  if (!isRecord(saved) || typeof saved['at'] !== 'number') return undefined
  const order = parseOrder(saved['order'])
  return order?.id === orderId && now - saved['at'] < MAX_AGE_MS ? order : undefined
}
