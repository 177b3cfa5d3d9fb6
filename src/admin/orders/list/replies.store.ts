/* Replies that were noted in rows of the list, until it is loaded again (docs/desk-rules.md, rule 21.71). */
import { atom } from 'nanostores'
import { sendAct } from '#admin/acts/acts.api.ts'
import type { OneResult } from '#admin/acts/acts.store.ts'
import { sayChanged, undoOf } from '#admin/acts/offer-undo.ts'

interface RepliesOptions {
  /** Loads a row again where it stands. */
  refreshRow: (id: string) => Promise<void>
  sendAct?: typeof sendAct
}

export function createReplies({ refreshRow, sendAct: send = sendAct }: RepliesOptions) {
  const $saved = atom<ReadonlyMap<string, OneResult>>(new Map())

  function forget(id: string): void {
    $saved.set(new Map([...$saved.get()].filter(([saved]) => saved !== id)))
  }

  async function note(id: string, result: OneResult): Promise<void> {
    if (result.ok) $saved.set(new Map([...$saved.get(), [id, result]]))
    else sayChanged('Not saved')
    await refreshRow(id)
  }

  function undo(id: string): void {
    const result = $saved.get().get(id)
    if (!result) return
    const load = async () => {
      forget(id)
      await refreshRow(id)
    }
    void undoOf(result, load, send)()
  }

  return { $saved, note, undo, clear: () => $saved.set(new Map()) }
}

export type RepliesStore = ReturnType<typeof createReplies>
