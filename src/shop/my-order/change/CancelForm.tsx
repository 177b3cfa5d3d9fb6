import { useStore } from '@nanostores/react'
import { Button } from '#kit/form/Button.tsx'
import { type CancelReason, MAX_CANCEL_LENGTH } from '#order/order.ts'
import { CANCEL_REASONS } from '#order/texts/order-words.ts'
import { ChoiceForm } from './ChoiceForm.tsx'
import type { OrderFormProps } from './order-changes.store.ts'

export function CancelForm({ order, store }: OrderFormProps) {
  const isSaving = useStore(store.$submission).state === 'sending'
  return (
    <ChoiceForm
      legend="Why do you cancel?"
      choices={CANCEL_REASONS}
      textLabel="Anything else? (optional)"
      maxLength={MAX_CANCEL_LENGTH}
      onSubmit={(reason: CancelReason, text) => store.cancel(order, reason, text)}
    >
      <Button type="submit" isBusy={isSaving}>
        {isSaving ? 'Cancelling...' : 'Cancel Order'}
      </Button>
    </ChoiceForm>
  )
}
