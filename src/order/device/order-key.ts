/*
 * The key of an order (docs/product.md, rules 6.1–6.3): the id is a name to read out, the token a secret
 * that shows that this device placed the order. The token is sent to the backend only.
 */

import { DAY_MS } from '#kit/day-ms.ts'
import { hasStrings, isRecord, parseJson } from '#kit/json.ts'
import { deviceStorage } from '#kit/storage/device-storage.ts'
import { foldDigits } from '#kit/text.ts'
import { isOrderId } from '#order/order-id.ts'

export interface OrderKey {
  id: string
  token: string
}

/** Without I and O, which read like 1 and 0. */
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ'
const ID_LENGTH = 8
const TOKEN_BYTES = 24

export const ORDERS_KEY = 'zulf:orders'
const MAX_SAVED = 50

export function newOrderKey(): OrderKey {
  return { id: newOrderId(), token: newToken() }
}

interface RememberedOrder extends OrderKey {
  /** When this device learned of it, in milliseconds. Missing, like the next, where an earlier version saved it. */
  at?: unknown
  /** As much of the order's phone as its masked page shows. */
  phoneEnd?: unknown
}

/** Saves the key, so that this device sees its order in full, and knows the orders of a phone. */
export function rememberOrder({ id, token }: OrderKey, phone: string, now = Date.now()): void {
  const orders = rememberedOrders()
  const at = orders.find((other) => other.id === id)?.at ?? now
  const order: RememberedOrder = { id, token, at, phoneEnd: endOf(phone) }
  const others = orders.filter((other) => other.id !== id)
  deviceStorage.set(ORDERS_KEY, JSON.stringify([order, ...others].slice(0, MAX_SAVED)))
}

/** The token of an order that was placed on this device. */
export function tokenOf(orderId: string): string | undefined {
  return rememberedOrders().find((key) => key.id === orderId)?.token
}

/**
 * The newest order of this device that is older than a day and may have this phone. Only the end of a phone is saved:
 * the backend compares the whole.
 */
export function orderOfPhone(phone: string, now = Date.now()): OrderKey | undefined {
  const found = rememberedOrders().find(
    ({ at, phoneEnd }) =>
      (typeof at !== 'number' || at < now - DAY_MS) &&
      (phoneEnd === undefined || phoneEnd === endOf(phone)),
  )
  return found && { id: found.id, token: found.token }
}

export function isOrderKey(value: unknown): value is OrderKey {
  return (
    isRecord(value) &&
    hasStrings(value, ['id', 'token']) &&
    isOrderId(value.id) &&
    /^[A-Za-z0-9_-]{22,64}$/.test(value.token)
  )
}

/** Newest first. */
export function rememberedOrders(): RememberedOrder[] {
  const saved = parseJson(deviceStorage.get(ORDERS_KEY))
  return Array.isArray(saved) ? saved.filter(isOrderKey) : []
}

function endOf(phone: string): string {
  return foldDigits(phone).replace(/\D/g, '').slice(-3)
}

export function newOrderId(): string {
  let id = ''
  while (id.length < ID_LENGTH) {
    const [byte = 0] = crypto.getRandomValues(new Uint8Array(1))
    // 240 is the last multiple of 24 below 256: higher bytes would make the first letters more likely.
    if (byte < 240) id += LETTERS.charAt(byte % LETTERS.length)
  }
  return id
}

function newToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(TOKEN_BYTES))
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
}
