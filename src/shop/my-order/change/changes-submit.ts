/* How a change, a cancellation or a request for help ends on an order's page (order-changes.store.ts). */
import { createSubmit, type Submission } from '#kit/form/submit.ts'
import type { Order } from '#order/order.ts'
import type { OnOrder } from '#shop/my-order/page/order.store.ts'

/** Sentences by the field that they are about. */
export type FieldProblems = Record<string, string>

export type ChangesSubmit = ReturnType<typeof createChangesSubmit>

export function createChangesSubmit() {
  return createSubmit<FieldProblems>('Error changing an order')
}

/** Props of each form that changes a placed order. */
export interface OrderFormProps {
  order: Order
  changes: ChangesSubmit
  onOrder: OnOrder
}

/** Why the latest request changed nothing. */
export function refusalOf(submission: Submission): string | undefined {
  return submission.state === 'refused' ? submission.sentence : undefined
}

/** Whether the shop can be asked by WhatsApp and telephone instead: no field was the reason. */
export function needsShop(submission: Submission): boolean {
  return submission.state === 'refused' && !submission.problems
}
