/* What is done with a statement that was applied: undone, or ticked as in the bank. Both wait for the response. */
import { atom } from 'nanostores'
import { createSave } from '#admin/save.ts'
import { createSubmit } from '#kit/form/submit.ts'
import { showToast } from '#kit/toast/toast.ts'
import { setInBank, undoStatement } from './statements.api.ts'
import { type Statement, undoneSentence } from './statements.ts'

interface ActsOptions extends Partial<typeof defaults> {
  /** Loads what is on screen again. */
  onChange: () => Promise<void>
}

const defaults = { setInBank, undoStatement, showToast }

export function createStatementActs({ onChange, ...options }: ActsOptions) {
  const services = { ...defaults, ...options }
  const undoing = createSubmit('Error undoing a statement')
  const banking = createSave('Error saving that money is in the bank')
  /** What came of the last undoing. */
  const $undone = atom('')
  /** The statement whose tick is being saved. */
  const $ticked = atom<number | undefined>()

  /** Returns whether it is done. */
  async function undo(id: number): Promise<boolean> {
    const isDone = await undoing.submit(async () => {
      $undone.set(undoneSentence(id, await services.undoStatement(id)))
      return undefined
    })
    if (isDone) await onChange()
    return isDone
  }

  async function tick({ id, inBankAt }: Pick<Statement, 'id' | 'inBankAt'>): Promise<void> {
    if (banking.isSending()) return
    $ticked.set(id)
    await banking.submit(async () => {
      const result = await services.setInBank(id, inBankAt === null)
      if (!result.ok) services.showToast({ title: 'Not saved', description: 'It was undone.' })
      await onChange()
      return undefined
    })
    $ticked.set(undefined)
  }

  return { undoing, undo, tick, $undone, $ticked }
}

export type StatementActs = ReturnType<typeof createStatementActs>
