/* The correction of an order until it is booked. What is typed stays until it is saved or discarded. */
import { atom } from 'nanostores'
import { type Acts, createActs, type OneResult } from '#admin/acts/acts.store.ts'
import { undoOf } from '#admin/acts/offer-undo.ts'
import { toCorrectionRow, toOrder } from '#admin/order/orders.api.ts'
import type { Correction } from '#admin/order/orders.ts'
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
/** Why it is refused, where the order as it is now could not be loaded. */
const NOT_LOADED: Record<string, string> = {
  booked: 'This order was booked meanwhile, so it is not corrected. Reload the page to see it.',
  stale: NOT_SAVED,
}

type Requests = Pick<OrderRequests, 'sendAct' | 'fetchSizes' | 'showToast'>

/** What the steps of a correction work on. */
interface Editing {
  editor: Editor
  shown: ShownOrder
  requests: Requests
  /** About what they change. */
  acts: Acts<Correction>
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
    sentences: { refused: refusedSentence, failed: failedSentence },
    prices: {
      fetchSizes: requests.fetchSizes,
      changed:
        'The prices changed since this page was opened. The lines have today’s prices now: check the total and save again.',
      differ:
        'The database has other prices than this site, so nothing is saved. Publish the site again, or leave the lines as they are.',
      unknown: NOT_SAVED,
    },
  })
  const acts = createActs<Correction>({ sendAct: requests.sendAct })
  return { ...editor, save: () => save({ editor, shown, requests, acts }) }
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
  order: Order,
  { changes }: ReadContents,
): Promise<Refused<Problems> | undefined> {
  const { editor, shown, acts } = editing
  shown.hold()
  const result = await acts.one('correct', toCorrectionRow(order, changes), changes)
  if (result.ok) return succeed(editing, toOrder(result['order']), result)
  const { code } = result
  return code === 'stale' || code === 'booked'
    ? meetChange(editing, code, order)
    : editor.explain(result)
}

/** What was typed stays, unless it is what the order has now. */
async function meetChange(
  editing: Editing,
  code: string,
  before: Order,
): Promise<Refused | undefined> {
  await editing.shown.meetChange(undefined)
  const found = editing.shown.found()
  if (!found) return { sentence: NOT_SAVED }
  if (readTyped(editing.editor, found.order).isUnchanged) return succeed(editing, found.order)
  const isLoaded = found.order.version > before.version
  return { sentence: correctionBlock(found.order) ?? (isLoaded ? undefined : NOT_LOADED[code]) }
}

/** Without a result, what was typed is what the order has by another change. */
function succeed({ shown, editor, requests }: Editing, order: Order, done?: OneResult): undefined {
  shown.takeOver(order)
  editor.discard()
  requests.showToast({
    title: 'Order corrected',
    description: 'The order and its history show it now.',
    ...(done && { action: { label: 'Undo', run: undoOf(done, shown.load, requests.sendAct) } }),
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
