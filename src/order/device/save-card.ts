/* Apart from what reads the cards: the offline page needs no status of an order. */
import { deviceStorage } from '#kit/storage/device-storage.ts'
import { isExpected, type Order } from '#order/order.ts'
import { amountToCollect } from '#order/sums.ts'
import { CARDS_KEY, type OfflineCard, readCards } from './saved-cards.ts'

/** Saves the card of an order whose parcel is to come, and removes that of any other, and of one that does not exist. */
export function saveCard(id: string, order: Order | undefined, now = Date.now()): void {
  const cards = readCards(now)
  const others = cards.filter((card) => card.id !== id)
  const { at = now } = cards.find((card) => card.id === id) ?? {}
  const next = order && isExpected(order) ? [{ ...cardOf(order), at }, ...others] : others
  if (next.length > 0) deviceStorage.set(CARDS_KEY, JSON.stringify(next))
  else deviceStorage.remove(CARDS_KEY)
}

export function cardOf(order: Order): OfflineCard {
  return { id: order.id, amount: amountToCollect(order), day: order.estimatedDelivery }
}
