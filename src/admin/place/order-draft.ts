/*
 * What is being typed about an order, for this tab: a note, a correction, a booking, why it is held. It outlives a
 * reload, until it is saved, discarded, or a logout (docs/product.md, rule 21.26).
 */
import { isRecord } from '#kit/json.ts'
import { tabStorage } from '#kit/storage/tab-storage.ts'

export interface OrderDraft<Value = unknown> {
  /** Of the order that it was typed on. */
  version: number
  value: Value
}

type DraftedForm = 'note' | 'correction' | 'booking' | 'hold'

/** Order id → form → draft. */
const STORAGE_KEY = 'zulf:admin-tab-orders'

/** Whoever reads the value validates it. */
export function readOrderDraft(orderId: string, form: DraftedForm): OrderDraft | undefined {
  const draft = draftsOf(orderId)[form]
  if (!isRecord(draft)) return undefined
  const { version, value } = draft
  return typeof version === 'number' ? { version, value } : undefined
}

/** Undefined removes it. */
export function saveOrderDraft(
  orderId: string,
  form: DraftedForm,
  draft: OrderDraft | undefined,
): void {
  const { [orderId]: _, ...others } = allDrafts()
  const { [form]: _before, ...forms } = draftsOf(orderId)
  const drafts = draft ? { ...forms, [form]: draft } : forms
  tabStorage.set(
    STORAGE_KEY,
    Object.keys(drafts).length > 0 ? { ...others, [orderId]: drafts } : others,
  )
}

function draftsOf(orderId: string): Record<string, unknown> {
  const drafts = allDrafts()[orderId]
  return isRecord(drafts) ? drafts : {}
}

function allDrafts(): Record<string, unknown> {
  const saved = tabStorage.get(STORAGE_KEY)
  return isRecord(saved) ? saved : {}
}
