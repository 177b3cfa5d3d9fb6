/*
 * The cart as the device saves it: choices only, under a version. Anything may be in the storage, so
 * everything is validated, and damaged text is an empty cart.
 */
import { deviceStorage } from '#shared/device-storage.ts'
import { hasStrings, isRecord, parseJson } from '#shared/json.ts'
import { type Cart, type Choice, EMPTY_CART, toCart } from './cart.ts'

export const CART_KEY = 'zulf:cart'

const VERSION = 1

/** Longer than any cart of the shop. Longer text is not parsed, so that it cannot slow a page down. */
const MAX_LENGTH = 20_000

/**
 * The cart in the storage at this moment. `$cart` follows other tabs by events, a little later: soon
 * enough for the screen, but not for an order.
 */
export function readCart(): Cart {
  const text = deviceStorage.get(CART_KEY)
  return text === null ? EMPTY_CART : decodeCart(text)
}

/** In the URL: the lines are a whole cart, not an addition to one. */
export const CARRIED = 'carried'

/**
 * The path to a page that shows the cart. Where the browser stores nothing, the cart goes with it in the
 * query: `cart-in-url.ts` reads it there.
 */
export function pathWithCart(path: string): string {
  const { items } = readCart()
  if (items.length === 0 || !deviceStorage.isOnThisPageOnly(CART_KEY)) return path
  const params = new URLSearchParams({ [CARRIED]: '1' })
  for (const { id, size, quantity } of items) {
    params.append('product', id)
    params.append('size', size)
    params.append('quantity', String(quantity))
  }
  return `${path}?${params}`
}

export function encodeCart(cart: Cart): string {
  const items = cart.items.map(({ id, size, quantity }) => ({ id, size, quantity }))
  return JSON.stringify({ version: VERSION, items })
}

export function decodeCart(text: string): Cart {
  const saved = text.length > MAX_LENGTH ? undefined : parseJson(text)
  return isStoredCart(saved) ? toCart(merged(saved.items.filter(isChoice))) : EMPTY_CART
}

function isStoredCart(value: unknown): value is { items: unknown[] } {
  return isRecord(value) && value['version'] === VERSION && Array.isArray(value['items'])
}

function isChoice(value: unknown): value is Choice {
  return (
    isRecord(value) && typeof value['quantity'] === 'number' && hasStrings(value, ['id', 'size'])
  )
}

/** The backend refuses two lines of one product and size, and rows of a page need different keys. */
function merged(choices: Choice[]): Choice[] {
  const byItem = new Map(
    choices.map((choice) => [JSON.stringify([choice.id, choice.size]), choice]),
  )
  return [...byItem.values()]
}
