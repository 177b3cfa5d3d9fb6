/* What is done with a payment that was saved: undone, or ticked as in the bank. Both wait for the response. */
import { atom } from 'nanostores'
import { sendAct } from '#admin/acts/acts.api.ts'
import { createActs } from '#admin/acts/acts.store.ts'
import { createSubmit } from '#kit/form/submit.ts'
import { tryAgain } from '#kit/remote/try-again.ts'
import { showToast } from '#kit/toast/toast.store.ts'
import { type Payment, type UndoResult, undoneSentence } from './payments.ts'

interface ActsOptions extends Partial<typeof defaults> {
  /** Loads what is on screen again. Called with the payment that was undone. */
  onChange: (undone?: number) => Promise<void>
}

/** What the question names. */
export type Undoable = Pick<Payment, 'id' | 'request' | 'number' | 'courier' | 'came'>

const defaults = { sendAct, showToast }

export function createPaymentActs({ onChange, ...options }: ActsOptions) {
  const services = { ...defaults, ...options }
  const undoing = createSubmit('Error undoing a payment')
  const banking = createActs<string>({
    sendAct: services.sendAct,
    errorMessage: () => 'Error saving that money is in the bank',
  })
  /** The payment that is undone once the admin says yes. */
  const $asked = atom<Undoable | undefined>()
  /** What came of the last undoing. */
  const $undone = atom('')
  /** The payment whose tick is being saved. */
  const $ticked = atom<number | undefined>()

  function askToUndo(payment: Undoable | undefined): void {
    undoing.clear()
    $asked.set(payment)
  }

  async function undo(): Promise<void> {
    const payment = $asked.get()
    if (!payment?.request) return
    const { id, request } = payment
    const isDone = await undoing.submit(async () => {
      const [result] = await services.sendAct({ request, act: 'undo', rows: [] })
      $undone.set(undoneSentence(payment, result as unknown as UndoResult))
      return undefined
    })
    if (!isDone) return
    askToUndo(undefined)
    await onChange(id)
  }

  async function tick({ id, inBankAt }: Pick<Payment, 'id' | 'inBankAt'>): Promise<void> {
    if (banking.isSending()) return
    $ticked.set(id)
    const row = { id: String(id), inBank: inBankAt === null }
    const { state, results, why, error } = await banking.once('bank', [row], JSON.stringify(row))
    const isWrong = state === 'unsent' && why !== 'forbidden'
    if (isWrong)
      services.showToast({ title: 'Not saved', description: tryAgain(error), tone: 'destructive' })
    if (state === 'saved' && !results[0]?.ok)
      services.showToast({ title: 'Not saved', description: 'It was undone.' })
    if (state === 'saved') await onChange()
    $ticked.set(undefined)
  }

  return { undoing, askToUndo, undo, tick, $asked, $undone, $ticked }
}

export type PaymentActs = ReturnType<typeof createPaymentActs>
