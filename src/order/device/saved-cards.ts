/*
 * What this device saves of its open orders, for a time without a network (docs/product.md, rule 7.47): number, cash
 * and day. No name, address or phone.
 */
import { DAY_MS } from '#kit/day-ms.ts'
import { hasStrings, isRecord, parseJson } from '#kit/json.ts'
import { deviceStorage } from '#kit/storage/device-storage.ts'
import { isOrderId } from '#order/order-id.ts'

export interface OfflineCard {
  id: string
  /** Minor units that the rider collects. */
  amount: number
  /** The estimated delivery, `2026-11-28`. */
  day: string
}

interface StoredCard extends OfflineCard {
  /** When it was saved first, in milliseconds. */
  at: number
}

export const CARDS_KEY = 'zulf:cards'

const MAX_AGE_MS = 30 * DAY_MS

/** Newest first. Leaves out what is older than 30 days. */
export function readCards(now = Date.now()): StoredCard[] {
  const saved = parseJson(deviceStorage.get(CARDS_KEY))
  return Array.isArray(saved)
    ? saved.filter(isStoredCard).filter(({ at }) => now - at < MAX_AGE_MS)
    : []
}

function isStoredCard(value: unknown): value is StoredCard {
  return (
    isRecord(value) &&
    hasStrings(value, ['id', 'day']) &&
    isOrderId(value.id) &&
    /^\d{4}-\d\d-\d\d$/.test(value.day) &&
    Number.isSafeInteger(value['amount']) &&
    typeof value['at'] === 'number'
  )
}
