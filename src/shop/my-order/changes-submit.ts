/* How a change, a cancellation or a request for help ends on an order's page (order-changes.store.ts). */
import { createSubmit, type Submission, submissionProblem } from '#kit/form/submit.ts'
import { codeOf } from '#kit/remote/shop-error.ts'
import { refusalSentence } from '#order/texts/refusal-sentences.ts'

/** Sentences by the field that they are about. */
export type FieldProblems = Record<string, string>

export type ChangesSubmit = ReturnType<typeof createChangesSubmit>

export function createChangesSubmit() {
  return createSubmit<FieldProblems>('Error changing an order')
}

/** How the latest request ended. */
export function messageOf(submission: Submission): string | undefined {
  if (submission.state === 'done') return submission.sentence
  return submissionProblem(submission, (error) => refusalSentence('change', codeOf(error)))
}

/** Whether the shop can be asked by WhatsApp and telephone instead: no field was the reason. */
export function needsShop(submission: Submission): boolean {
  return submission.state === 'failed' || (submission.state === 'refused' && !submission.problems)
}
