/* Replies that were noted in rows of the list, until it is loaded again (docs/desk-rules.md, rule 21.71). */
import type { sendAct } from '#admin/acts/acts.api.ts'
import type { OneResult } from '#admin/acts/acts.store.ts'
import { createDoneRows } from '#desk/acts/done-rows.store.ts'

interface RepliesOptions {
  /** Loads a row again where it stands. */
  refreshRow: (id: string) => Promise<void>
  sendAct?: typeof sendAct
}

export function createReplies({ refreshRow, sendAct }: RepliesOptions) {
  const { $done, note, undo, forget, clear } = createDoneRows<'yes'>(sendAct)
  return {
    $saved: $done,
    note: (id: string, result: OneResult) => note(id, 'yes', result, () => refreshRow(id)),
    undo: (id: string) =>
      undo(id, async () => {
        forget([id])
        await refreshRow(id)
      }),
    clear,
  }
}

export type RepliesStore = ReturnType<typeof createReplies>
