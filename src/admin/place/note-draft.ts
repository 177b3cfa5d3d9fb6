/* The note that is being typed on an order, for this tab: it outlives a reload, until it is saved or a logout. */
import { isRecord } from '#kit/json.ts'
import { tabStorage } from '#kit/storage/tab-storage.ts'

/** Order id → text. */
const STORAGE_KEY = 'zulf:admin-tab-notes'

export function readNoteDraft(orderId: string): string {
  const text = savedDrafts()[orderId]
  return typeof text === 'string' ? text : ''
}

/** An empty text removes it. */
export function saveNoteDraft(orderId: string, text: string): void {
  const { [orderId]: _, ...others } = savedDrafts()
  tabStorage.set(STORAGE_KEY, text === '' ? others : { ...others, [orderId]: text })
}

function savedDrafts(): Record<string, unknown> {
  const saved = tabStorage.get(STORAGE_KEY)
  return isRecord(saved) ? saved : {}
}
