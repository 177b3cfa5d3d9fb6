import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import { useConfirm } from '#admin/kit/ConfirmDialog.tsx'
import { formatSum } from '#config/currency.ts'
import type { PaymentActs } from './payment-acts.store.ts'
import { type Payment, paymentName } from './payments.ts'

/** Asks before the money of a payment goes. What came of it stands where `undoing` is shown. */
export function useUndo(
  acts: PaymentActs,
): [undoing: ReactNode, askToUndo: (payment: Payment) => void] {
  const undone = useStore(acts.$undone)
  const [dialog, ask] = useConfirm()
  const askToUndo = (payment: Payment) =>
    ask({
      title: `Undo ${paymentName(payment)}?`,
      children: (
        <p>
          {payment.came !== 0 && `Its money (${formatSum(payment.came)}) goes. `}
          Its parcels become what they were before, where nothing newer happened to them. The file
          can be imported again.
        </p>
      ),
      action: 'Undo it',
      back: 'Keep it',
      onConfirm: () => void acts.undo(payment),
    })
  const undoing = (
    <>
      <p role="status" className="empty:hidden">
        {undone}
      </p>
      {dialog}
    </>
  )
  return [undoing, askToUndo]
}
