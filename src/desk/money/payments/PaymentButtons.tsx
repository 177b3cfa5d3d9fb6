import { useStore } from '@nanostores/react'
import { IN_MY_BANK } from '#desk/money/came.ts'
import { Button } from '#kit/form/Button.tsx'
import { Checkbox } from '#kit/form/Checkbox.tsx'
import type { PaymentActs } from './payment-acts.store.ts'
import { hasMoney, type Payment, paymentName } from './payments.ts'

export interface PaymentProps {
  payment: Payment
  acts: PaymentActs
  /** Asks first. */
  onUndo: (payment: Payment) => void
}

/** The tick changes once the database has it. A file of states has none. */
export function PaymentButtons({ payment, acts, onUndo }: PaymentProps) {
  const isSaving = useStore(acts.$ticked) === payment.id
  if (payment.undoneAt) return null
  return (
    // Above the target of a whole row.
    <div className="relative flex shrink-0 items-center gap-x-3">
      {hasMoney(payment) && (
        <Checkbox
          checked={payment.inBankAt !== null}
          aria-disabled={isSaving}
          aria-describedby={`payment-${payment.id}`}
          onChange={() => void acts.tick(payment)}
          labelClass={`inline-flex gap-2! whitespace-nowrap ${isSaving ? 'opacity-60' : ''}`}
        >
          {IN_MY_BANK}
        </Checkbox>
      )}
      {payment.request && (
        <Button
          variant="quiet"
          className="px-1!"
          about={paymentName(payment)}
          onClick={() => onUndo(payment)}
        >
          Undo
        </Button>
      )}
    </div>
  )
}
