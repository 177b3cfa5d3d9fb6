import { showToast } from '#kit/toast/toast.store.ts'

/** Says what is saved, with a button that takes it back. Returns the id of the toast. */
export function offerUndo(title: string, undo: () => void): number {
  return showToast({ title, action: { label: 'Undo', run: undo } })
}
