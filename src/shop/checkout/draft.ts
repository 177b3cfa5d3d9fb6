/*
 * What was typed into the form, saved for this tab until the order is placed, so that a reload does not
 * lose it (docs/product.md, rule 4.11).
 */

import { isRecord, parseJson } from '#kit/json.ts'
import { ADDRESS_FIELDS } from '#order/address/address.ts'
import { DELIVERY_FIELDS, type DeliveryDetails } from '#order/address/extras.ts'

type Draft = Partial<DeliveryDetails>

const STORAGE_KEY = 'zulf:checkout-draft'

/** What was typed on this page, for browsers that refuse the storage. */
let typedHere: Draft | undefined

export function readDraft(): Draft {
  return typedHere ?? parseDraft(withStorage((storage) => storage.getItem(STORAGE_KEY)) ?? null)
}

/** The draft, where no field of the address is missing. */
export function readFullDraft(): DeliveryDetails | undefined {
  const draft = readDraft()
  return ADDRESS_FIELDS.every((field) => draft[field]) ? (draft as DeliveryDetails) : undefined
}

export function saveDraft(typed: DeliveryDetails): void {
  typedHere = typed
  withStorage((storage) => storage.setItem(STORAGE_KEY, JSON.stringify(typed)))
}

export function forgetDraft(): void {
  typedHere = undefined
  withStorage((storage) => storage.removeItem(STORAGE_KEY))
}

function parseDraft(text: string | null): Draft {
  const saved = parseJson(text)
  if (!isRecord(saved)) return {}
  const fields = DELIVERY_FIELDS.filter((field) => typeof saved[field] === 'string')
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
