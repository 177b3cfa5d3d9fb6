/* The correction of an order until it is booked. What is typed stays until it is saved or discarded. */
import { atom, type WritableAtom } from 'nanostores'
import { fetchNewSizes, isAboutPrices } from '#admin/order/lines.api.ts'
import {
  EMPTY_LINE,
  type LineText,
  type SoldSize,
  sizesOfBuild,
  toLineTexts,
} from '#admin/order/lines.ts'
import {
  type OrderFormField,
  type OrderFormProblems,
  refusedProblem,
} from '#admin/order/order-form.ts'
import type { Refusal } from '#admin/order/orders.ts'
import { codeOf } from '#kit/remote/shop-error.ts'
import type { Order } from '#order/order.ts'
import {
  type CorrectionTexts,
  correctionBlock,
  correctionTexts,
  type ReadCorrection,
  readCorrection,
} from './correction.ts'
import type { OrderRequests, ShownOrder } from './shown-order.ts'

export interface CorrectionForm {
  /** Fields that differ from the order. */
  typed: Partial<CorrectionTexts>
  /** All lines, once one was touched. */
  lines: readonly LineText[] | undefined
  sizes: readonly SoldSize[]
  isSaving: boolean
  /** Counts the presses of Save that were stopped; from the first on, problems are shown. */
  checks: number
  /** Problems that the backend found, each until its field is typed into. */
  refused: OrderFormProblems
  /** Why it was not saved, where that is no field's fault. */
  problem: string | undefined
}

const UNTOUCHED: CorrectionForm = {
  typed: {},
  lines: undefined,
  sizes: sizesOfBuild,
  isSaving: false,
  checks: 0,
  refused: {},
  problem: undefined,
}

const NOT_SAVED =
  'The correction is not saved: the shop could not be reached. What you typed is still here. Press Save Correction again.'
const UNFORESEEN =
  'The correction is not saved: something went wrong on this page. What you typed is still here. Press Save Correction again.'
const BOOKED = 'This order was booked meanwhile, so it is not corrected. Reload the page to see it.'
const REPRICED =
  'The prices changed since this page was opened. The lines have today’s prices now: check the total and save again.'
const PRICES_DIFFER =
  'The database has other prices than this site, so nothing is saved. Publish the site again, or leave the lines as they are.'

/** What the steps of a correction work on. */
interface Editing {
  $form: WritableAtom<CorrectionForm>
  shown: ShownOrder
  requests: Pick<OrderRequests, 'correctOrder' | 'fetchSizes' | 'showToast'>
}

export function createCorrection(shown: ShownOrder, requests: Editing['requests']) {
  const editing: Editing = { $form: atom(UNTOUCHED), shown, requests }
  const { $form } = editing
  return {
    $form,
    type: (field: OrderFormField, text: string) => type(editing, field, text),
    typeLine: (nth: number, change: Partial<LineText>) => typeLine(editing, nth, change),
    discard: () => discard(editing),
    save: () => save(editing),
    isSaving: () => $form.get().isSaving,
    isTyped: () => isTyped($form.get()),
  }
}

export type CorrectionStore = ReturnType<typeof createCorrection>

function set({ $form }: Editing, change: Partial<CorrectionForm>): void {
  $form.set({ ...$form.get(), ...change })
}

function type(editing: Editing, field: OrderFormField, text: string): void {
  const found = editing.shown.found()
  if (!found) return
  const { typed, refused } = editing.$form.get()
  const { [field]: _, ...others } = typed
  const { [field]: __, ...problems } = refused
  const isSaved = correctionTexts(found.order)[field] === text
  set(editing, { typed: isSaved ? others : { ...others, [field]: text }, refused: problems })
}

/** A line after the last is added. */
function typeLine(editing: Editing, nth: number, change: Partial<LineText>): void {
  const found = editing.shown.found()
  if (!found) return
  const saved = toLineTexts(found.order.items)
  const lines = [...(editing.$form.get().lines ?? saved)]
  lines[nth] = { ...EMPTY_LINE, ...lines[nth], ...change }
  const chosen = lines.filter(({ product }) => product !== '')
  set(editing, { lines: JSON.stringify(chosen) === JSON.stringify(saved) ? undefined : lines })
}

function discard(editing: Editing): void {
  set(editing, { ...UNTOUCHED, sizes: editing.$form.get().sizes })
}

async function save(editing: Editing): Promise<void> {
  const { $form, shown, requests } = editing
  const found = shown.found()
  const form = $form.get()
  if (!found || form.isSaving) return
  const read = readForm(found.order, form)
  if (read.isUnchanged) return
  if (read.hasProblems) return set(editing, { checks: form.checks + 1, problem: undefined })
  shown.hold()
  set(editing, { isSaving: true, refused: {}, problem: undefined })
  try {
    const result = await requests.correctOrder(found.order.id, found.order.version, read.correction)
    if (result.ok) succeed(editing, result.order)
    else await meetRefusal(editing, result)
  } catch (error) {
    console.error('Error correcting order', error)
    const code = codeOf(error)
    // The end of the session has its own toast.
    if (code === 'forbidden') set(editing, { isSaving: false })
    else if (code === 'refused') stop(editing, { problem: refusedSentence(code) })
    else stop(editing, { problem: code === 'unforeseen' ? UNFORESEEN : NOT_SAVED })
  }
}

function succeed(editing: Editing, order: Order): void {
  editing.shown.takeOver(order)
  discard(editing)
  editing.requests.showToast({
    title: 'Order corrected',
    description: 'The order and its history show it now.',
  })
}

async function meetRefusal(editing: Editing, { code, field, order }: Refusal): Promise<void> {
  if (code === 'stale' || code === 'booked') return meetChange(editing, code, order)
  if (isAboutPrices(code)) return reprice(editing)
  const refused = refusedProblem(code, field)
  const isAtField = Object.keys(refused).length > 0
  stop(editing, { refused, problem: isAtField ? undefined : refusedSentence(code) })
}

/** What was typed stays, unless it is what the order has now: then its response was lost. */
async function meetChange(editing: Editing, code: string, order: Order | undefined): Promise<void> {
  await editing.shown.meetChange(order)
  const found = editing.shown.found()
  if (!found) return stop(editing, { problem: NOT_SAVED })
  if (readForm(found.order, editing.$form.get()).isUnchanged) return succeed(editing, found.order)
  const booked = code === 'booked' ? BOOKED : undefined
  stop(editing, { problem: correctionBlock(found.order) ?? booked })
}

async function reprice(editing: Editing): Promise<void> {
  try {
    const sizes = await fetchNewSizes(editing.$form.get().sizes, editing.requests.fetchSizes)
    stop(editing, sizes ? { sizes, problem: REPRICED } : { problem: PRICES_DIFFER })
  } catch (error) {
    console.error('Error fetching prices', error)
    stop(editing, { problem: NOT_SAVED })
  }
}

function stop(editing: Editing, change: Partial<CorrectionForm>): void {
  set(editing, { isSaving: false, checks: editing.$form.get().checks + 1, ...change })
}

export function isTyped({ typed, lines }: Pick<CorrectionForm, 'typed' | 'lines'>): boolean {
  return Object.keys(typed).length > 0 || lines !== undefined
}

export function readForm(order: Order, { typed, lines, sizes }: CorrectionForm): ReadCorrection {
  return readCorrection(order, { ...correctionTexts(order), ...typed }, lines, sizes)
}

function refusedSentence(code: string): string {
  return `The database refused the correction (${code}), so nothing is saved. What you typed is still here.`
}
