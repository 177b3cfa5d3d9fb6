import { useStore } from '@nanostores/react'
import { useState } from 'react'
import type { FieldProblems, OrderFormProps } from './changes-submit.ts'
import { createOrderChangesStore, type OrderChangesStore } from './order-changes.store.ts'

interface FormState {
  store: OrderChangesStore
  isSaving: boolean
  problems: FieldProblems | undefined
}

/** How the forms of a page change its order, and what became of the latest of their requests. */
export function useOrderChanges({ changes, onOrder }: Omit<OrderFormProps, 'order'>): FormState {
  const [store] = useState(() => createOrderChangesStore(onOrder, changes))
  const submission = useStore(changes.$submission)
  return {
    store,
    isSaving: submission.state === 'sending',
    problems: submission.state === 'refused' ? submission.problems : undefined,
  }
}
