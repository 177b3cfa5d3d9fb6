/* The correction of an order until it is booked. What is typed stays until it is saved or discarded. */
import { atom } from 'nanostores'
import {
  contentsOf,
  EMPTY_CONTENTS,
  type Problems,
  type ReadContents,
  readContents,
  type TypedContents,
  UNTOUCHED,
} from '#admin/order-editor/contents.ts'
import { createEditor, type Editor } from '#admin/order-editor/editor.store.ts'
import type { Refused } from '#kit/form/submit.ts'
import { codeOf } from '#kit/remote/shop-error.ts'
import type { Order } from '#order/order.ts'
import { correctionBlock } from './correction.ts'
import type { OrderRequests, ShownOrder } from './shown-order.ts'

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
  editor: Editor
  shown: ShownOrder
  requests: Requests
}

export function createCorrection(
  shown: ShownOrder,
  requests: Requests,
  restored: TypedContents = UNTOUCHED,
) {
  const editor = createEditor(atom(restored), {
    before: () => {
      const found = shown.found()
      return found ? contentsOf(found.order) : EMPTY_CONTENTS
    },
    errorMessage: 'Error correcting order',
    fetchSizes: requests.fetchSizes,
    sentences: SENTENCES,
  })
  return { ...editor, save: () => save({ editor, shown, requests }) }
}

export type CorrectionStore = ReturnType<typeof createCorrection>

async function save(editing: Editing): Promise<void> {
  const { editor, shown } = editing
  const found = shown.found()
  if (!found || editor.isSaving()) return
  const read = readTyped(editor, found.order)
  if (!read.isUnchanged) await editor.send(read, () => send(editing, found.order, read))
}

async function send(
  editing: Editing,
  { id, version }: Order,
  { changes }: ReadContents,
): Promise<Refused<Problems> | undefined> {
  const { editor, shown, requests } = editing
  shown.hold()
  const result = await requests.correctOrder(id, version, changes)
  if (result.ok) return succeed(editing, result.order)
  const { code, order } = result
  if (code === 'stale' || code === 'booked') return meetChange(editing, code, order)
  return editor.explain(result)
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
  if (readTyped(editing.editor, found.order).isUnchanged) return succeed(editing, found.order)
  const booked = code === 'booked' ? BOOKED : undefined
  return { sentence: correctionBlock(found.order) ?? booked }
}

function succeed(editing: Editing, order: Order): undefined {
  editing.shown.takeOver(order)
  editing.editor.discard()
  editing.requests.showToast({
    title: 'Order corrected',
    description: 'The order and its history show it now.',
  })
}

export function readTyped({ $form, texts }: Editor, order: Order): ReadContents {
  const { lines, sizes } = $form.get()
  return readContents(texts(), lines, sizes, order)
}

function failedSentence(error: unknown): string {
  const code = codeOf(error)
  if (code === 'refused') return refusedSentence(code)
  return code === 'unforeseen' ? UNFORESEEN : NOT_SAVED
}

function refusedSentence(code: string): string {
  return `The database refused the correction (${code}), so nothing is saved. What you typed is still here.`
}
