import { expect, test } from 'vitest'
import { $toasts, dismissToast } from '#kit/toast/toast.store.ts'
import { offerUndoUntilSaved } from './offer-undo.ts'

test('rule 21.63: an Undo that failed is offered again, until it is saved', async () => {
  const responses = [false, true]
  const shown = () => $toasts.get().map(({ title, action }) => `${title}: ${action?.label}`)
  const dismissAll = () => {
    for (const { key } of $toasts.get()) dismissToast(key)
  }
  const press = async () => {
    const [toast] = $toasts.get()
    // As the toast does: its button dismisses it.
    dismissAll()
    toast?.action?.run()
    await Promise.resolve()
  }
  // Those of other tests.
  dismissAll()
  offerUndoUntilSaved('Removed: lhr', async () => responses.shift() ?? false)
  expect(shown()).toEqual(['Removed: lhr: Undo'])
  await press()
  expect(shown()).toEqual(['Removed: lhr: Undo'])
  await press()
  expect(shown()).toEqual([])
})
