/* An act of one row that a button does. A toast says that it could not be saved. */
import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { createSave } from '#admin/save.ts'
import type { Act, ActRow } from './acts.api.ts'
import { createActs, type OneResult } from './acts.store.ts'

/** Another press after a lost response sends the same request. */
export function useRowAct(errorMessage: string) {
  const [{ acts, saving }] = useState(() => ({
    acts: createActs<string>(),
    saving: createSave(errorMessage),
  }))
  const isBusy = useStore(saving.$submission).state === 'sending'
  const press = (
    act: Exclude<Act['act'], 'undo'>,
    row: ActRow,
    onResult: (result: OneResult) => Promise<void>,
    /** What it does, where one order has several such acts. */
    about = row.id,
  ) =>
    void saving.submit(async () => {
      await onResult(await acts.one(act, row, about))
      return undefined
    })
  return { isBusy, press }
}
