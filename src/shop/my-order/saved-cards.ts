/*
 * What this device saves of its open orders, for a time without a network (docs/product.md, rule 7.47): number, cash
 * and day. No name, address or phone.
 */
import { formatSum } from '#config/currency.ts'
import { settings } from '#config/settings.ts'
import { formatDate } from '#kit/dates.ts'
import { hasStrings, isRecord, parseJson } from '#kit/json.ts'
import { deviceStorage } from '#kit/storage/device-storage.ts'
import { isOrderId } from '#order/order-id.ts'

export interface Card {
  id: string
  /** Minor units that the rider collects. */
  amount: number
  /** The estimated delivery, `2026-11-28`. */
  day: string
}

interface SavedCard extends Card {
  /** When it was saved first, in milliseconds. */
  at: number
}

export const CARDS_KEY = 'zulf:cards'

const MAX_AGE_MS = 30 * 86_400_000

/** Newest first. Leaves out what is older than 30 days. */
export function readCards(now = Date.now()): SavedCard[] {
  const saved = parseJson(deviceStorage.get(CARDS_KEY))
  return Array.isArray(saved)
    ? saved.filter(isSavedCard).filter(({ at }) => now - at < MAX_AGE_MS)
    : []
}

/** For whoever takes the parcel. */
export function cardText({ id, amount, day }: Card): string {
  const cash =
    amount > 0
      ? `Please have ${formatSum(amount)} in cash ready for the rider.`
      : 'It is paid: the rider gets nothing.'
  const phone = settings.phone && ` Phone of the shop: ${settings.phone}.`
  return `A parcel from ${settings.name} comes about ${formatDate(day)}. ${cash} Order number: ${id}.${phone}`
}

function isSavedCard(value: unknown): value is SavedCard {
  return (
    isRecord(value) &&
    hasStrings(value, ['id', 'day']) &&
    isOrderId(value.id) &&
    /^\d{4}-\d\d-\d\d$/.test(value.day) &&
    Number.isSafeInteger(value['amount']) &&
    typeof value['at'] === 'number'
  )
}
