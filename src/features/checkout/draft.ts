/*
 * What was typed into the form, kept for this tab alone until the order is placed: a reload must not
 * cost a customer the address. Nothing of it outlives the tab.
 */
import { ADDRESS_FIELDS, type ShippingAddress } from '#features/orders/address.ts'

const STORAGE_KEY = 'zulf:checkout-draft'

/** What was typed on this page, for browsers that refuse the storage. */
let typedHere: Partial<ShippingAddress> | undefined

export function readDraft(): Partial<ShippingAddress> {
  if (typedHere) return typedHere
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '{}')
    const entries = Object.entries(stored ?? {}).filter(isTyped)
    return Object.fromEntries(entries)
  } catch {
    return {}
  }
}

/** The draft as an address, where no field of it is missing. */
export function readFullDraft(): ShippingAddress | undefined {
  const draft = readDraft()
  return ADDRESS_FIELDS.every((field) => draft[field]) ? (draft as ShippingAddress) : undefined
}

export function keepDraft(typed: ShippingAddress): void {
  typedHere = typed
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify(typed))
  } catch {
    // A browser that keeps nothing keeps no draft; the form itself still holds the words.
  }
}

export function forgetDraft(): void {
  typedHere = undefined
  try {
    sessionStorage.removeItem(STORAGE_KEY)
  } catch {
    // Nothing was kept.
  }
}

function isTyped(entry: [string, unknown]): entry is [keyof ShippingAddress, string] {
  return (ADDRESS_FIELDS as readonly string[]).includes(entry[0]) && typeof entry[1] === 'string'
}
