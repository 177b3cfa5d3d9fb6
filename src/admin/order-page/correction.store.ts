/* The correction of an order until it is booked. What is typed stays until it is saved or discarded. */
import { atom, computed, type WritableAtom } from 'nanostores'
import { changeLine, type LineText, toLineTexts } from '#admin/order/lines.ts'
import type { OrderFormField, OrderFormProblems } from '#admin/order/order-form.ts'
import {
  createOrderSubmit,
  explainRefusal,
  type OrderSaving,
  type OrderSubmit,
  resetSubmit,
  stopSubmit,
  submitOrder,
} from '#admin/order/order-submit.ts'
import type { Refused } from '#kit/form/submit.ts'
import { codeOf } from '#kit/remote/shop-error.ts'
import type { Order } from '#order/order.ts'
import {
  correctionBlock,
  correctionTexts,
  type ReadCorrection,
  readCorrection,
  type TypedCorrection,
} from './correction.ts'
import type { OrderRequests, ShownOrder } from './shown-order.ts'

export interface CorrectionForm extends TypedCorrection, OrderSaving {}

const UNTOUCHED: TypedCorrection = { typed: {}, lines: undefined }

const NOT_SAVED =
  'The correction is not saved: the shop could not be reached. What you typed is still here. Press Save Correction again.'
const UNFORESEEN =
  'The correction is not saved: something went wrong on this page. What you typed is still here. Press Save Correction again.'
const BOOKED = 'This order was booked meanwhile, so it is not corrected. Reload the page to see it.'

const SENTENCES = {
  refused: refusedSentence,
  failed: failedSentence,
  repriced:
    'The prices changed since this page was opened. The lines have today’s prices now: check the total and save again.',
  pricesDiffer:
    'The database has other prices than this site, so nothing is saved. Publish the site again, or leave the lines as they are.',
  pricesUnknown: NOT_SAVED,
}

type Requests = Pick<OrderRequests, 'correctOrder' | 'fetchSizes' | 'showToast'>

/** What the steps of a correction work on. */
interface Editing {
  $typed: WritableAtom<TypedCorrection>
  submit: OrderSubmit
  shown: ShownOrder
  requests: Requests
}

export function createCorrection(
  shown: ShownOrder,
  requests: Requests,
  restored: TypedCorrection = UNTOUCHED,
) {
  const $typed = atom(restored)
  const submit = createOrderSubmit({
    errorMessage: 'Error correcting order',
    fetchSizes: requests.fetchSizes,
    sentences: SENTENCES,
  })
  const editing: Editing = { $typed, submit, shown, requests }
  return {
    $form: computed(
      [$typed, submit.$saving],
      (typed, saving): CorrectionForm => ({
        ...typed,
        ...saving,
      }),
    ),
    type: (field: OrderFormField, text: string) => type(editing, field, text),
    typeLine: (nth: number, change: Partial<LineText>) => typeLine(editing, nth, change),
    /** Forgets what the order has by now. */
    forgetSaved: () => forgetSaved(editing),
    discard: () => discard(editing),
    save: () => save(editing),
    isSaving: submit.form.isSending,
    isTyped: () => isTyped($typed.get()),
  }
}

export type CorrectionStore = ReturnType<typeof createCorrection>

function type({ $typed, submit, shown }: Editing, field: OrderFormField, text: string): void {
  const found = shown.found()
  if (!found) return
  const { typed, lines } = $typed.get()
  const { [field]: _, ...others } = typed
  const isSaved = correctionTexts(found.order)[field] === text
  $typed.set({ typed: isSaved ? others : { ...others, [field]: text }, lines })
  submit.form.clear(field)
}

function typeLine({ $typed, shown }: Editing, nth: number, change: Partial<LineText>): void {
  const found = shown.found()
  if (!found) return
  const saved = toLineTexts(found.order.items)
  const { typed, lines = saved } = $typed.get()
  const changed = changeLine(lines, nth, change)
  const chosen = changed.filter(({ product }) => product !== '')
  const isSaved = JSON.stringify(chosen) === JSON.stringify(saved)
  $typed.set({ typed, lines: isSaved ? undefined : changed })
}

function forgetSaved(editing: Editing): void {
  const { typed, lines } = editing.$typed.get()
  for (const [field, text] of Object.entries(typed)) type(editing, field as OrderFormField, text)
  if (lines) typeLine(editing, 0, {})
}

async function save(editing: Editing): Promise<void> {
  const { submit, shown } = editing
  const found = shown.found()
  if (!found || submit.form.isSending()) return
  const read = readTyped(editing, found.order)
  if (read.isUnchanged) return
  if (read.hasProblems) stopSubmit(submit)
  else await submitOrder(submit, () => send(editing, found.order, read))
}

async function send(
  editing: Editing,
  { id, version }: Order,
  { correction }: ReadCorrection,
): Promise<Refused<OrderFormProblems> | undefined> {
  const { submit, shown, requests } = editing
  shown.hold()
  const result = await requests.correctOrder(id, version, correction)
  if (result.ok) return succeed(editing, result.order)
  const { code, order } = result
  if (code === 'stale' || code === 'booked') return meetChange(editing, code, order)
  return explainRefusal(submit, result)
}

/** What was typed stays, unless it is what the order has now: then its response was lost. */
async function meetChange(
  editing: Editing,
  code: string,
  order: Order | undefined,
): Promise<Refused | undefined> {
  await editing.shown.meetChange(order)
  const found = editing.shown.found()
  if (!found) return { sentence: NOT_SAVED }
  if (readTyped(editing, found.order).isUnchanged) return succeed(editing, found.order)
  const booked = code === 'booked' ? BOOKED : undefined
  return { sentence: correctionBlock(found.order) ?? booked }
}

function succeed(editing: Editing, order: Order): undefined {
  editing.shown.takeOver(order)
  discard(editing)
  editing.requests.showToast({
    title: 'Order corrected',
    description: 'The order and its history show it now.',
  })
}

function discard({ $typed, submit }: Editing): void {
  $typed.set(UNTOUCHED)
  resetSubmit(submit)
}

function readTyped({ $typed, submit }: Editing, order: Order): ReadCorrection {
  return readForm(order, { ...$typed.get(), ...submit.$saving.get() })
}

export function readForm(order: Order, { typed, lines, sizes }: CorrectionForm): ReadCorrection {
  return readCorrection(order, { ...correctionTexts(order), ...typed }, lines, sizes)
}

export function isTyped({ typed, lines }: TypedCorrection): boolean {
  return Object.keys(typed).length > 0 || lines !== undefined
}

function failedSentence(error: unknown): string {
  const code = codeOf(error)
  if (code === 'refused') return refusedSentence(code)
  return code === 'unforeseen' ? UNFORESEEN : NOT_SAVED
}

function refusedSentence(code: string): string {
  return `The database refused the correction (${code}), so nothing is saved. What you typed is still here.`
}
