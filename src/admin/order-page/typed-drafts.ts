/*
 * The typed correction and booking of an order, saved for this tab until they are saved, discarded, or a logout
 * (docs/product.md, rule 21.26): they follow what is typed, and are filled in again after a reload. What another
 * version of this page saved otherwise is none.
 */
import type { WritableAtom } from 'nanostores'
import { END_REASONS } from '#admin/order/confirmation.ts'
import { OUTCOME_NAMES } from '#admin/order/order-filter.ts'
import type { OrderInFull } from '#admin/order/orders.ts'
import { parseTyped, type TypedContents } from '#admin/order-editor/contents.ts'
import type { DispatchChange } from '#desk/acts/dispatch.ts'
import { isRecord } from '#kit/json.ts'
import type { RemoteStore } from '#kit/remote/remote-store.ts'
import { tabStorage } from '#kit/storage/tab-storage.ts'
import { ORDER_STATUSES } from '#order/status.ts'
import type { CorrectionStore } from './correction.store.ts'
import type { DispatchFormStore } from './dispatch-form.store.ts'

interface Draft<Value> {
  /** Of the order that it was typed on. */
  version: number
  value: Value
}

interface TypedDrafts {
  correction: Draft<TypedContents> | undefined
  booking: Draft<DispatchChange> | undefined
}

export function readTypedDrafts(orderId: string): TypedDrafts {
  return {
    correction: readDraft(keyOf(orderId, 'correction'), parseTyped),
    booking: readDraft(keyOf(orderId, 'booking'), parseBooking),
  }
}

function keyOf(orderId: string, form: keyof TypedDrafts): string {
  return `zulf:admin-tab-order-${form}-${orderId}`
}

function readDraft<Value>(
  key: string,
  parse: (value: unknown) => Value | undefined,
): Draft<Value> | undefined {
  const saved = tabStorage.get(key)
  if (!isRecord(saved) || typeof saved['version'] !== 'number') return undefined
  const value = parse(saved['value'])
  return value && { version: saved['version'], value }
}

/** Each part as the database may have it. */
const PARTS: { [Part in keyof DispatchChange]-?: (value: unknown) => boolean } = {
  status: (value) => ORDER_STATUSES.some((status) => status === value),
  courier: isTextOrNull,
  trackingNumber: isTextOrNull,
  outcome: (value) => value === null || String(value) in OUTCOME_NAMES,
  endReason: (value) => value === null || String(value) in END_REASONS,
}

function parseBooking(saved: unknown): DispatchChange | undefined {
  if (!isRecord(saved)) return undefined
  const parts = Object.entries(PARTS).filter(
    ([part, isValid]) => part in saved && isValid(saved[part]),
  )
  return Object.fromEntries(parts.map(([part]) => [part, saved[part]]))
}

function isTextOrNull(value: unknown): boolean {
  return value === null || typeof value === 'string'
}

export interface TypedPage {
  orderId: string
  /** An unknown order is undefined. */
  remote: RemoteStore<OrderInFull | undefined>
  /** What was typed before is filled in again: on the order as it was then, or on a changed one. */
  $restored: WritableAtom<'same' | 'changed' | undefined>
  isTyped: () => boolean
}

interface TypedForms {
  dispatch: DispatchFormStore
  correction: CorrectionStore
}

/** A draft keeps the version that it was typed on, as long as the page says that the order is another one. */
export function followTyping(
  page: TypedPage,
  drafts: TypedDrafts,
  { dispatch, correction }: TypedForms,
): void {
  dispatch.$form.listen(({ typed }) =>
    saveTyped(page, drafts, 'booking', dispatch.isTyped() ? typed : undefined),
  )
  correction.$form.listen(({ typed, lines }) =>
    saveTyped(page, drafts, 'correction', correction.isTyped() ? { typed, lines } : undefined),
  )
  const versions = Object.values(drafts).flatMap((draft) => draft?.version ?? [])
  if (versions.length === 0) return
  const stop = page.remote.$remote.listen((view) => {
    if (view.state !== 'ready' || !view.value) return
    stop()
    const { version } = view.value.order
    page.$restored.set(versions.every((before) => before === version) ? 'same' : 'changed')
    dispatch.forgetSaved()
    correction.set({})
  })
}

function saveTyped(
  { orderId, remote, $restored, isTyped }: TypedPage,
  drafts: TypedDrafts,
  form: keyof TypedDrafts,
  value: unknown,
): void {
  const view = remote.$remote.get()
  const now = view.state === 'ready' ? view.value?.order.version : undefined
  const before = $restored.get() === 'changed' ? drafts[form]?.version : undefined
  const key = keyOf(orderId, form)
  if (value) tabStorage.set(key, { version: before ?? now ?? 0, value })
  else tabStorage.remove(key)
  if (!isTyped()) $restored.set(undefined)
}
