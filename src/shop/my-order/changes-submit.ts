/* How a change, a cancellation or a request for help ends on an order's page (order-changes.store.ts). */
import { createSubmit, type Submission } from '#kit/form/submit.ts'
import type { Order } from '#order/order.ts'

/** Sentences by the field that they are about. */
export type FieldProblems = Record<string, string>

export type ChangesSubmit = ReturnType<typeof createChangesSubmit>

export function createChangesSubmit() {
  return createSubmit<FieldProblems>('Error changing an order')
}

/** Of each form that changes a placed order. */
export interface OrderFormProps {
  order: Order
  changes: ChangesSubmit
  /** Gets the order as it is after a request. */
  onOrder: (order: Order) => void
}

/** How the latest request ended. */
export function messageOf(submission: Submission): string | undefined {
  return 'sentence' in submission ? submission.sentence : undefined
}

/** Whether the shop can be asked by WhatsApp and telephone instead: no field was the reason. */
export function needsShop(submission: Submission): boolean {
  return submission.state === 'refused' && !submission.problems
}
