/* An act of one row that a button does. A toast says that it could not be saved. */
import { useStore } from '@nanostores/react'
import { useState } from 'react'
import type { ActRow } from '#admin/acts/acts.api.ts'
import { type ActName, createActs, type OneResult } from '#admin/acts/acts.store.ts'
import { offerUndo, sayChanged, undoOf } from '#admin/acts/offer-undo.ts'
import { createToastSubmit } from '#admin/toast-submit.ts'

/** Another press after a lost response sends the same request. */
export function useRowAct(errorMessage: string) {
  const [{ acts, saving }] = useState(() => ({
    acts: createActs<string>(),
    saving: createToastSubmit(errorMessage),
  }))
  const isBusy = useStore(saving.$submission).state === 'sending'
  const press = (
    act: ActName,
    row: ActRow,
    onResult: (result: OneResult) => Promise<void>,
    /** What it does, where one order has several such acts. */
    about = row.id,
  ): Promise<boolean> =>
    saving.submit(async () => {
      await onResult(await acts.one(act, row, about))
      return undefined
    })
  return { isBusy, press }
}

/**
 * As `useRowAct`, with "Undo" in the toast that says what was done (`done`), or where `offer` shows it. `onChange` loads
 * the page again, whatever came of the act.
 */
export function useUndoableAct(
  errorMessage: string,
  onChange: () => Promise<void>,
  offer: (done: string, undo: () => void) => void = offerUndo,
) {
  const { isBusy, press } = useRowAct(errorMessage)
  function pressUndoable(act: ActName, row: ActRow, done: string, about?: string): void {
    const onResult = async (result: OneResult) => {
      if (result.ok) offer(done, undoOf(result, onChange))
      else sayChanged('Not saved')
      await onChange()
    }
    void press(act, row, onResult, about)
  }

  return { isBusy, press: pressUndoable }
}
