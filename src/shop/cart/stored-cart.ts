/*
 * The cart as it is saved on the device: choices only, under a version. It is untrusted: everything is validated, and
 * invalid data never throws. Read and written by `cart.store.ts` and `change-cart.store.ts` alone.
 */

import { hasStrings, isRecord, parseJson } from '#kit/json.ts'
import { lineKey } from '#order/order-lines.ts'
import { type Cart, type ChosenLine, priceCart } from './cart.ts'

export const CART_KEY = 'zulf:cart'

/** Counts the orders of this device, so that no tab restores a line after one. */
export const ORDERED_KEY = 'zulf:ordered'

/** The parameter of a URL whose lines are the whole cart, not an addition to one. */
export const WHOLE_CART = 'whole-cart'

const VERSION = 1

/** Longer than any real cart. More is dropped unread, so that junk cannot slow a page down. */
const MAX_LENGTH = 20_000

/** `changes` are the ids of the newest changes, by which a tab sees whether the cart has its own. */
export function encodeCart(cart: Cart, changes: readonly string[] = []): string {
  const items = cart.items.map(({ id, size, quantity }) => ({ id, size, quantity }))
  return JSON.stringify({ version: VERSION, items, changes })
}

export function decodeCart(text: string | null): Cart {
  return priceCart(merged(savedChoices(text)))
}

/** The saved choices, also of what is not sold any more. */
export function savedChoices(text: string | null): ChosenLine[] {
  const items = parseStored(text)?.['items']
  return Array.isArray(items) ? items.filter(isChoice) : []
}

export function savedChanges(text: string | null): string[] {
  const changes = parseStored(text)?.['changes']
  return Array.isArray(changes) ? changes.filter((id) => typeof id === 'string') : []
}

function parseStored(text: string | null): Record<string, unknown> | undefined {
  if (text === null || text.length > MAX_LENGTH) return undefined
  const stored = parseJson(text)
  return isRecord(stored) && stored['version'] === VERSION ? stored : undefined
}

function isChoice(value: unknown): value is ChosenLine {
  return (
    isRecord(value) && hasStrings(value, ['id', 'size']) && typeof value['quantity'] === 'number'
  )
}

/** The database refuses the same item twice, and two equal items would share one row on the page. */
function merged(choices: ChosenLine[]): ChosenLine[] {
  return [...new Map(choices.map((choice) => [lineKey(choice), choice])).values()]
}
