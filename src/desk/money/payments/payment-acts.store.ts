/* What is done with a payment that was saved: undone, or ticked as in the bank. Both wait for the response. */
import { atom } from 'nanostores'
import type { sendAct } from '#admin/acts/acts.api.ts'
import { createActs, type SentAct } from '#admin/acts/acts.store.ts'
import { unsavedToast } from '#admin/toast-submit.ts'
import { IN_MY_BANK } from '#desk/money/came.ts'
import { showToast } from '#kit/toast/toast.store.ts'
import { type NamedPayment, type Payment, type UndoResult, undoneSentence } from './payments.ts'

const NOT_UNDONE = 'Not undone'
const NOT_TICKED = `“${IN_MY_BANK}” is not saved`

interface ActsOptions {
  sendAct?: typeof sendAct
  showToast?: typeof showToast
  /** Brings up to date what is on screen. */
  onChange: (payment: { undone?: number; ticked?: number }) => Promise<void>
}

export function createPaymentActs({
  onChange,
  showToast: show = showToast,
  ...options
}: ActsOptions) {
  const acts = createActs<string>({
    ...options,
    errorMessage: (about) => `Error changing a payment: ${about}`,
  })
  /** What came of the last undoing. */
  const $undone = atom('')
  /** The payment whose tick is being saved. */
  const $ticked = atom<number | undefined>()

  /** Says that it is not saved, or may not be, unless the session is over, which the page says. */
  function isUnsent({ state, why, error }: SentAct<string>, title: string): boolean {
    if (state === 'unsent' && why !== 'forbidden') show(unsavedToast(error, title))
    return state === 'unsent'
  }

  async function undo(payment: NamedPayment & Pick<Payment, 'id' | 'request'>): Promise<void> {
    const { id, request } = payment
    if (!request || acts.isSending()) return
    const sent = await acts.undo({ request }, `undo ${id}`)
    if (isUnsent(sent, NOT_UNDONE)) return
    const [result] = sent.results
    // Refused as a whole, it has none.
    if (!result) {
      show({ title: NOT_UNDONE, tone: 'destructive' })
      return
    }
    $undone.set(undoneSentence(payment, result as unknown as UndoResult))
    await onChange({ undone: id })
  }

  async function tick({ id, inBankAt }: Pick<Payment, 'id' | 'inBankAt'>): Promise<void> {
    if (acts.isSending()) return
    $ticked.set(id)
    const row = { id: String(id), inBank: inBankAt === null }
    const sent = await acts.once('bank', [row], JSON.stringify(row))
    if (!isUnsent(sent, NOT_TICKED)) {
      // A later tick is no repeat of an earlier one that had no response.
      acts.forget()
      const isTicked = sent.results[0]?.ok
      if (!isTicked) show({ title: NOT_TICKED, description: 'The payment was undone.' })
      await onChange(isTicked ? { ticked: id } : {})
    }
    $ticked.set(undefined)
  }

  return { undo, tick, $undone, $ticked }
}

export type PaymentActs = ReturnType<typeof createPaymentActs>
