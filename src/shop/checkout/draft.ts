/*
 * What was typed into the form, saved for this tab until the order is placed, so that a reload does not
 * lose it (docs/product.md, rule 4.11).
 */

import { isRecord } from '#kit/json.ts'
import { tabValue } from '#kit/storage/tab-storage.ts'
import {
  ADDRESS_FIELDS,
  type AddressTexts,
  cleanAddress,
  REQUIRED_FIELDS,
  type ShippingAddress,
} from '#order/address/address.ts'

const saved = tabValue('zulf:checkout-draft')

export function readDraft(): AddressTexts {
  const draft = saved.get()
  if (!isRecord(draft)) return {}
  const fields = ADDRESS_FIELDS.filter((field) => typeof draft[field] === 'string')
  return Object.fromEntries(fields.map((field) => [field, draft[field]]))
}

/** The draft as it would be sent, where no required field is missing. */
export function readFullDraft(): ShippingAddress | undefined {
  const draft = readDraft()
  const isFull = REQUIRED_FIELDS.every((field) => draft[field])
  return isFull ? cleanAddress(draft as ShippingAddress) : undefined
}

export function saveDraft(typed: ShippingAddress): void {
  saved.set(typed)
}

export function forgetDraft(): void {
  saved.remove()
}
