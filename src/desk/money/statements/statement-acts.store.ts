/* What is done with a statement that was applied: undone, or ticked as in the bank. Both wait for the response. */
import { atom } from 'nanostores'
import { createSave } from '#admin/save.ts'
import { createSubmit } from '#kit/form/submit.ts'
import { showToast } from '#kit/toast/toast.store.ts'
import { setInBank, undoStatement } from './statements.api.ts'
import { type Statement, undoneSentence } from './statements.ts'

interface ActsOptions extends Partial<typeof defaults> {
  /** Loads what is on screen again. Called with the statement that was undone. */
  onChange: (undone?: number) => Promise<void>
}

const defaults = { setInBank, undoStatement, showToast }

export function createStatementActs({ onChange, ...options }: ActsOptions) {
  const services = { ...defaults, ...options }
  const undoing = createSubmit('Error undoing a statement')
  const banking = createSave('Error saving that money is in the bank')
  /** The statement that is undone once the admin says yes. */
  const $asked = atom<number | undefined>()
  /** What came of the last undoing. */
  const $undone = atom('')
  /** The statement whose tick is being saved. */
  const $ticked = atom<number | undefined>()

  function askToUndo(id: number | undefined): void {
    undoing.clear()
    $asked.set(id)
  }

  async function undo(): Promise<void> {
    const id = $asked.get()
    if (id === undefined) return
    const isDone = await undoing.submit(async () => {
      $undone.set(undoneSentence(id, await services.undoStatement(id)))
      return undefined
    })
    if (!isDone) return
    askToUndo(undefined)
    await onChange(id)
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

  return { undoing, askToUndo, undo, tick, $asked, $undone, $ticked }
}

export type StatementActs = ReturnType<typeof createStatementActs>
