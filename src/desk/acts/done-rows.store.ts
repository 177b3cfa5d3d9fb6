/*
 * What was saved by a press in a row, while its list is on screen: the row shows it, with Undo (docs/desk-rules.md, rules
 * 21.71 and 22.61).
 */
import { atom } from 'nanostores'
import type { sendAct } from '#admin/acts/acts.api.ts'
import type { OneResult } from '#admin/acts/acts.store.ts'
import { sayChanged, undoOf } from '#admin/acts/offer-undo.ts'

interface DoneRow<Press> {
  press: Press
  result: OneResult
}

interface DoneRowsOptions {
  sendAct?: typeof sendAct | undefined
  /** Whether a row stays after its Undo, until the caller forgets it. */
  keepsUndone?: boolean
}

/** `$done` is by the ids of the rows. `load` reads a row again after each response. */
export function createDoneRows<Press>(
  load: (id: string) => Promise<void>,
  { sendAct, keepsUndone = false }: DoneRowsOptions = {},
) {
  const $done = atom<ReadonlyMap<string, DoneRow<Press>>>(new Map())

  async function note(id: string, press: Press, result: OneResult): Promise<void> {
    if (result.ok) $done.set(new Map([...$done.get(), [id, { press, result }]]))
    else sayChanged('Not saved')
    await load(id)
  }

  async function undo(id: string): Promise<void> {
    const done = $done.get().get(id)
    const showAgain = async () => {
      await load(id)
      if (!keepsUndone) forget([id])
    }
    if (done) await undoOf(done.result, showAgain, sendAct)()
  }

  function forget(ids: readonly string[]): void {
    $done.set(new Map([...$done.get()].filter(([id]) => !ids.includes(id))))
  }

  return { $done, note, undo, forget, clear: () => $done.set(new Map()) }
}

export type DoneRows<Press> = ReturnType<typeof createDoneRows<Press>>
