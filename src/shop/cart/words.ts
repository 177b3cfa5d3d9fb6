/* What customers read about their cart (docs/product.md, sections 2 and 18). */
import type { Toast } from '#kit/toast/toast.store.ts'
import { SUM_LABELS } from '#order/texts/sum-words.ts'
import type { CartItem } from './cart.ts'

/** `2 × Hair Oil (100ml)`. */
export function lineText(quantity: number, name: string, size: string): string {
  return `${quantity} × ${name} (${size})`
}

/** What is in the cart, in one line. */
export function whatIsIn(items: readonly { name: string; quantity: number }[]): string {
  const [only, ...others] = items
  return only && others.length === 0 ? `${only.quantity} × ${only.name}` : `${items.length} items`
}

/** The label of the subtotal, with the number of lines. */
export function subtotalLabel(lines: number): string {
  return `${SUM_LABELS.subtotal} (${lines} ${lines === 1 ? 'item' : 'items'})`
}

export function addedToast({ name, size, quantity }: Omit<CartItem, 'price' | 'image'>): Toast {
  const line = lineText(quantity, name, size)
  return { title: 'Added to cart', description: `${line} added to your cart` }
}

export const NOT_SOLD = {
  title: 'Not sold now',
  description: (name: string, size: string) =>
    `${name} (${size}) left your cart: it is not sold now.`,
}

export function noQuantity(most: number): string {
  return `Please enter a whole number from 1 to ${most}.`
}

/** Offers several units that are sold together for less. `says` comes from the price list. */
export const PAIR_OFFER = {
  sentence: (says: string, price: string) => `${says} for ${price}.`,
  label: (units: number, saved: string) => `Swap ${units} and save ${saved}`,
  /** Where the cart has fewer units. */
  aheadLabel: (units: number, saved: string) => `Take ${units} and save ${saved}`,
}

/** What differs from an earlier order. `name` has the size. */
export const ORDER_AGAIN = {
  sizeNotSold: (name: string) => `${name}: this size is not sold any more.`,
  notSold: (name: string) => `${name} is not sold any more.`,
  leftOut: (name: string, most: number) =>
    `${name} is left out: we can send at most ${most} different items in one order.`,
  otherPrice: (name: string, now: string, before: string) =>
    `${name} costs ${now} now. It was ${before}.`,
  present: (name: string, units: number, isRestAdded: boolean) =>
    `Your cart already had ${units} of ${name}, so ${isRestAdded ? 'only the rest was' : 'none was'} added.`,
}
