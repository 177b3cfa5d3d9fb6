/*
 * The cart as it is saved on the device: choices only, under a version. It is
 * untrusted: everything is validated, and invalid data never throws.
 */

import { hasStrings, isRecord, parseJson } from '#kit/json.ts'
import { deviceStorage } from '#kit/storage/device-storage.ts'
import { isOnThisPageOnly } from '#kit/storage/storage-lifetime.ts'
import { withLines } from '#paths.ts'
import { type Cart, type Choice, isSame, toCart, withAdded } from './cart.ts'
import { announceCartChange, CART_KEY } from './cart-changes.ts'

const VERSION = 1

/** Longer than any real cart. More is dropped unread, so that junk cannot slow a page down. */
const MAX_LENGTH = 20_000

/**
 * The cart as it is saved at this moment. `$cart` follows other tabs with a delay, so an order
 * reads the cart here.
 */
export function readCart(): Cart {
  return decodeCart(deviceStorage.get(CART_KEY))
}

export function saveCart(cart: Cart): void {
  deviceStorage.set(CART_KEY, encodeCart(cart))
  deviceStorage.remove(SHOP_NOW_KEY)
  announceCartChange()
}

export function addToCart(choice: Choice): void {
  saveCart(withAdded(readCart(), choice))
}

/** Adds by Shop Now. */
export function addByShopNow(choice: Choice): void {
  saveCart(withShopNow(readCart(), choice))
  deviceStorage.set(SHOP_NOW_KEY, JSON.stringify(choice))
}

/**
 * A press that follows another one for the same line replaces what that added, so that Back and a second
 * press do not double it (docs/product.md, rule 2.16).
 */
export function withShopNow(cart: Cart, choice: Choice): Cart {
  const last = parseJson(deviceStorage.get(SHOP_NOW_KEY))
  const present = cart.items.find((item) => isSame(item, choice))?.quantity ?? 0
  const isRepeated = isChoice(last) && isSame(last, choice) && last.quantity <= present
  const quantity = choice.quantity - (isRepeated ? last.quantity : 0)
  return withAdded(cart, { ...choice, quantity })
}

/** What the latest press of Shop Now added. Any other change of the cart removes it. */
const SHOP_NOW_KEY = 'zulf:shop-now'

/** In the URL: the lines are a whole cart, not an addition to one. */
export const CARRIED = 'carried'

/**
 * The path to a page that shows the cart. Where the browser stores nothing, the cart goes with it in the
 * query: `cart-in-url.ts` reads it there.
 */
export function pathWithCart(path: string): string {
  const { items } = readCart()
  if (items.length === 0 || !isOnThisPageOnly(CART_KEY)) return path
  return withLines(path, CARRIED, items)
}

export function encodeCart(cart: Cart): string {
  const items = cart.items.map(({ id, size, quantity }) => ({ id, size, quantity }))
  return JSON.stringify({ version: VERSION, items })
}

export function decodeCart(text: string | null): Cart {
  return toCart(merged(savedChoices(text)))
}

/** Also of what is not sold. */
export function savedChoices(text: string | null): Choice[] {
  if (text === null || text.length > MAX_LENGTH) return []
  const stored = parseJson(text)
  return isStoredCart(stored) ? stored.items.filter(isChoice) : []
}

function isStoredCart(value: unknown): value is { items: unknown[] } {
  return isRecord(value) && value['version'] === VERSION && Array.isArray(value['items'])
}

function isChoice(value: unknown): value is Choice {
  return (
    isRecord(value) && hasStrings(value, ['id', 'size']) && typeof value['quantity'] === 'number'
  )
}

/** The database refuses the same item twice, and two equal items would share one row on the page. */
function merged(choices: Choice[]): Choice[] {
  const byItem = new Map(
    choices.map((choice) => [JSON.stringify([choice.id, choice.size]), choice]),
  )
  return [...byItem.values()]
}
