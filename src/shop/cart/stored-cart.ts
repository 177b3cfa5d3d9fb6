/*
 * The cart as it is saved on the device: choices only, under a version. It is untrusted: everything is validated, and
 * invalid data never throws. Read and written by `cart.store.ts` and
 * `change-cart.ts` alone.
 */

import { hasStrings, isRecord, parseJson } from '#kit/json.ts'
import { type Cart, type Choice, toCart } from './cart.ts'

export const CART_KEY = 'zulf:cart'

/** Counts the orders of this device, so that no tab restores a line after one. */
export const ORDERED_KEY = 'zulf:ordered'

/** In the URL: the lines are a whole cart, not an addition to one. */
export const CARRIED = 'carried'

const VERSION = 1

/** Longer than any real cart. More is dropped unread, so that junk cannot slow a page down. */
const MAX_LENGTH = 20_000

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
