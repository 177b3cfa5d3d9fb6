/*
 * The key of an order (docs/product.md, rules 6.1–6.3): the id is a name to read out, the token a secret
 * that shows that this device placed the order. The token is sent to the backend only.
 */
import { deviceStorage } from '#shared/device-storage.ts'
import { hasStrings, isRecord, parseJson } from '#shared/json.ts'
import { isOrderId } from './order.ts'

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
  return { id: newId(), token: newToken() }
}

export function rememberOrder(key: OrderKey): void {
  const others = rememberedOrders().filter((other) => other.id !== key.id)
  deviceStorage.set(ORDERS_KEY, JSON.stringify([key, ...others].slice(0, MAX_SAVED)))
}

/** The token of an order that was placed on this device. */
export function tokenOf(orderId: string): string | undefined {
  return rememberedOrders().find((key) => key.id === orderId)?.token
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
export function rememberedOrders(): OrderKey[] {
  const saved = parseJson(deviceStorage.get(ORDERS_KEY))
  return Array.isArray(saved) ? saved.filter(isOrderKey) : []
}

function newId(): string {
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
