/* Undoing a batch: its orders have no courier again. */
import { type RowResult, sendAct } from '#admin/acts/acts.api.ts'
import { createSubmit } from '#kit/form/submit.ts'
import type { Batch } from './batches.ts'

export function createUndoing(onUndone: () => void) {
  const { $submission, submit, clear } = createSubmit('Error undoing a batch')

  /** Returns whether it is done. */
  async function undo({ request }: Batch): Promise<boolean> {
    const isDone = await submit(async () =>
      undoneSentence(await sendAct({ request: request ?? '', act: 'undo', rows: [] })),
    )
    if (isDone) onUndone()
    return isDone
  }

  return { $submission, clear, undo }
}

function undoneSentence(results: readonly RowResult[]): string {
  const undone = results.filter(({ ok }) => ok).length
  const staying = results.length - undone
  const stay =
    staying > 0 ? ` ${staying} stay as they are: closed, tracked, or sent once more.` : ''
  return `Undone. To pack again: ${undone}.${stay}`
}
