/*
 * The two names of an order. The id is short, spoken and printed; it is not a secret. The token never
 * leaves this device but to the store, and shows that this device placed the order.
 */
import { deviceStorage } from '#shared/device-storage.ts'
import { isOrderId } from './order.ts'

export interface OrderKey {
  id: string
  token: string
}

/** Without I and O, which read like 1 and 0. */
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ'
const ID_LENGTH = 8
const TOKEN_BYTES = 24

const STORAGE_KEY = 'zulf:orders'
const MAX_KEPT = 50

export function newOrderKey(): OrderKey {
  return { id: newId(), token: newToken() }
}

export function rememberOrder(key: OrderKey): void {
  const others = rememberedOrders().filter((other) => other.id !== key.id)
  deviceStorage.set(STORAGE_KEY, JSON.stringify([key, ...others].slice(0, MAX_KEPT)))
}

/** The token of an order that was placed on this device. */
export function tokenOf(orderId: string): string | undefined {
  return rememberedOrders().find((key) => key.id === orderId)?.token
}

export function isOrderKey(value: unknown): value is OrderKey {
  if (typeof value !== 'object' || value === null) return false
  const { id, token } = value as Record<string, unknown>
  return typeof id === 'string' && isOrderId(id) && typeof token === 'string' && isToken(token)
}

function isToken(text: string): boolean {
  return /^[A-Za-z0-9_-]{22,64}$/.test(text)
}

function rememberedOrders(): OrderKey[] {
  try {
    const kept: unknown = JSON.parse(deviceStorage.get(STORAGE_KEY) ?? '[]')
    return Array.isArray(kept) ? kept.filter(isOrderKey) : []
  } catch {
    return []
  }
}

function newId(): string {
  let id = ''
  while (id.length < ID_LENGTH) {
    const [byte = 0] = crypto.getRandomValues(new Uint8Array(1))
    // 240 is the last multiple of 24 below 256: the bytes above it would favour the first letters.
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
