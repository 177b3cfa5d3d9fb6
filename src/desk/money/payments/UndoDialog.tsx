import { useStore } from '@nanostores/react'
import { ConfirmDialog } from '#kit/form/ConfirmDialog.tsx'
import { formatMoney } from '#kit/money.ts'
import type { PaymentActs } from './payment-acts.store.ts'
import { paymentName } from './payments.ts'

/** Asks before the money of a payment goes. */
export function UndoDialog({ acts }: { acts: PaymentActs }) {
  const payment = useStore(acts.$asked)
  const { state } = useStore(acts.undoing.$submission)
  if (!payment) return null
  return (
    <ConfirmDialog
      title={`Undo ${paymentName(payment)}?`}
      action="Undo it"
      back="Keep it"
      isBusy={state === 'sending'}
      problem={
        state === 'failed' ? 'It could not be undone. Please press the button again.' : undefined
      }
      onConfirm={() => void acts.undo()}
      onClose={() => acts.askToUndo(undefined)}
    >
      <p>
        {payment.came !== 0 && `Its money (${formatMoney(payment.came)}) goes. `}
        Its parcels become what they were before, where nothing newer happened to them. The file can
        be imported again.
      </p>
    </ConfirmDialog>
  )
}
