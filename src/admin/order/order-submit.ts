/* Saving the form of a new order, or of a correction: what both do where nothing is saved. */
import { atom, computed, type ReadableAtom, type WritableAtom } from 'nanostores'
import { createSubmit, type Refused, type Submission, submissionProblem } from '#kit/form/submit.ts'
import type { fetchSizes } from './lines.api.ts'
import { type SoldSize, sizesOfBuild } from './lines.ts'
import { type OrderFormProblems, refusedProblem } from './order-form.ts'
import type { Refusal } from './orders.ts'

export interface OrderSaving {
  state: Submission['state']
  sizes: readonly SoldSize[]
  /** Counts the presses that were stopped; from the first on, problems are shown. */
  checks: number
  /** Problems that the backend found, each until its field is typed into. */
  refused: OrderFormProblems
  /** Why it is not saved, where that is no field's fault. */
  problem: string | undefined
}

export interface OrderSubmitOptions {
  errorMessage: string
  fetchSizes: typeof fetchSizes
  /** What the form says where nothing is saved. */
  sentences: {
    refused: (code: string) => string
    failed: (error: unknown) => string
    repriced: string
    /** The database has other prices than the site. */
    pricesDiffer: string
    pricesUnknown: string
  }
}

/** What the steps work on. */
export interface OrderSubmit extends Pick<OrderSubmitOptions, 'fetchSizes' | 'sentences'> {
  form: ReturnType<typeof createSubmit<OrderFormProblems>>
  $sizes: WritableAtom<readonly SoldSize[]>
  $checks: WritableAtom<number>
  $saving: ReadableAtom<OrderSaving>
}

export function createOrderSubmit({ errorMessage, ...options }: OrderSubmitOptions): OrderSubmit {
  const form = createSubmit<OrderFormProblems>(errorMessage)
  const $sizes = atom(sizesOfBuild)
  const $checks = atom(0)
  const $saving = computed(
    [form.$submission, $sizes, $checks],
    (submission, sizes, checks): OrderSaving => ({
      state: submission.state,
      sizes,
      checks,
      refused: (submission.state === 'refused' && submission.problems) || {},
      problem: submissionProblem(submission, options.sentences.failed),
    }),
  )
  return { form, $sizes, $checks, $saving, ...options }
}

/**
 * Sends the form once. What is refused is on screen before the check is counted, which leads to the first field
 * with a problem.
 */
export async function submitOrder(
  { form, $checks }: OrderSubmit,
  send: () => Promise<Refused<OrderFormProblems> | undefined>,
): Promise<void> {
  await form.submit(send)
  const { state } = form.$submission.get()
  if (state === 'refused' || state === 'failed') $checks.set($checks.get() + 1)
}

/** What is wrong in which field, or why nothing is saved. Where prices changed, the form gets those of today. */
export async function explainRefusal(
  submit: OrderSubmit,
  { code, field }: Refusal,
): Promise<Refused<OrderFormProblems>> {
  if (code === 'price_changed' || code === 'total_mismatch' || code === 'item_unknown')
    return { sentence: await reprice(submit) }
  const problems = refusedProblem(code, field)
  const isAtField = Object.keys(problems).length > 0
  return isAtField ? { problems } : { sentence: submit.sentences.refused(code) }
}

async function reprice({ $sizes, fetchSizes, sentences }: OrderSubmit): Promise<string> {
  try {
    const sizes = await fetchSizes()
    if (JSON.stringify(sizes) === JSON.stringify($sizes.get())) return sentences.pricesDiffer
    $sizes.set(sizes)
    return sentences.repriced
  } catch (error) {
    console.error('Error fetching prices', error)
    return sentences.pricesUnknown
  }
}

/** For problems that are found before anything is sent. */
export function stopSubmit({ form, $checks }: OrderSubmit): void {
  form.clear()
  $checks.set($checks.get() + 1)
}

/** For a form that begins anew. */
export function resetSubmit({ form, $checks }: OrderSubmit): void {
  form.clear()
  $checks.set(0)
}
