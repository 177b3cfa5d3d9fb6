/* Saves what is typed on an order's page for its tab, and says what was filled in again (docs/product.md, rule 21.26). */
import type { WritableAtom } from 'nanostores'
import type { OrderInFull } from '#admin/order/orders.ts'
import { saveOrderDraft } from '#admin/place/order-draft.ts'
import type { RemoteStore } from '#kit/remote/remote-store.ts'
import type { CorrectionStore } from './correction.store.ts'
import type { DispatchFormStore } from './dispatch-form.store.ts'
import type { TypedDrafts } from './typed-drafts.ts'

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
    correction.forgetSaved()
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
  saveOrderDraft(orderId, form, value ? { version: before ?? now ?? 0, value } : undefined)
  if (!isTyped()) $restored.set(undefined)
}
