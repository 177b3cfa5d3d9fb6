import { createToastSubmit } from '#admin/toast-submit.ts'
import { showToast } from '#kit/toast/toast.store.ts'
import { type Requested, sendAct } from './acts.api.ts'

/** Says what is saved, with a button that takes it back. Returns the id of the toast. */
export function offerUndo(title: string, undo: () => void): number {
  return showToast({ title, action: { label: 'Undo', run: undo } })
}

/** The same of an Undo that may fail, and returns whether it did not: else it is offered again. */
export function offerUndoUntilSaved(title: string, undo: () => Promise<boolean>): void {
  const run = async (): Promise<void> => {
    if (!(await undo())) offerUndoUntilSaved(title, undo)
  }
  offerUndo(title, () => void run())
}

/** What takes an act of one row back, and loads the page again. A toast says where it stays. */
export function undoOf({ request }: Requested, load: () => Promise<void>, send = sendAct) {
  const { submit } = createToastSubmit('Error undoing an act')
  const undo = async () => {
    const [result] = await send({ request, act: 'undo', rows: [] })
    if (!result?.ok) sayChanged('Not undone')
    await load()
    return undefined
  }
  return async (): Promise<void> => {
    await submit(undo)
  }
}

/** Of an act that came too late: about an order, or about another thing of the page. */
export function sayChanged(title: string, what = 'The order'): void {
  const description = `${what} changed meanwhile. The page shows it as it is now.`
  showToast({ title, description, tone: 'destructive' })
}
