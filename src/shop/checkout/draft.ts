/*
 * What was typed into the form, saved for this tab until the order is placed, so that a reload does not
 * lose it (docs/product.md, rule 4.11).
 */

import { isRecord, parseJson } from '#kit/json.ts'
import {
  ADDRESS_FIELDS,
  type AddressTexts,
  REQUIRED_FIELDS,
  type ShippingAddress,
} from '#order/address/address.ts'

const STORAGE_KEY = 'zulf:checkout-draft'

/** What was typed on this page, for browsers that refuse the storage. */
let typedHere: AddressTexts | undefined

export function readDraft(): AddressTexts {
  return typedHere ?? parseDraft(withStorage((storage) => storage.getItem(STORAGE_KEY)) ?? null)
}

/** The draft, where no required field is missing. */
export function readFullDraft(): ShippingAddress | undefined {
  const draft = readDraft()
  return REQUIRED_FIELDS.every((field) => draft[field]) ? (draft as ShippingAddress) : undefined
}

export function saveDraft(typed: ShippingAddress): void {
  typedHere = typed
  withStorage((storage) => storage.setItem(STORAGE_KEY, JSON.stringify(typed)))
}

export function forgetDraft(): void {
  typedHere = undefined
  withStorage((storage) => storage.removeItem(STORAGE_KEY))
}

function parseDraft(text: string | null): AddressTexts {
  const saved = parseJson(text)
  if (!isRecord(saved)) return {}
  const fields = ADDRESS_FIELDS.filter((field) => typeof saved[field] === 'string')
  return Object.fromEntries(fields.map((field) => [field, saved[field]]))
}

/** Undefined where the browser refuses the storage; the form itself still has the text. */
function withStorage<Result>(use: (storage: Storage) => Result): Result | undefined {
  try {
    return use(sessionStorage)
  } catch {
    return undefined
  }
}
