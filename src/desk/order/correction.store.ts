/* The correction of an order until it is booked. What is typed stays until it is saved or discarded. */
import { sendAct } from '#admin/acts/acts.api.ts'
import { type Acts, createActs, type OneResult } from '#admin/acts/acts.store.ts'
import { undoOf } from '#admin/acts/offer-undo.ts'
import { toOrder } from '#admin/order/whole-order.api.ts'
import type { ShownOrder } from '#admin/order-page/shown-order.ts'
import { createEditor, type Editor, typedDraft } from '#desk/order-editor/editor.store.ts'
import { fetchSizes } from '#desk/order-editor/lines.api.ts'
import {
  contentsOf,
  EMPTY_CONTENTS,
  type Problems,
  type ReadContents,
  readContents,
} from '#desk/order-editor/typed-contents.ts'
import type { Refused } from '#kit/form/submit.ts'
import { showToast } from '#kit/toast/toast.store.ts'
import type { Order } from '#order/order.ts'
import { correctionBlock } from './correction.ts'

const NOT_LOADED =
  'This order changed meanwhile, so the correction is not saved. What you typed is still here. Reload the page to see what changed.'

const defaults = { sendAct, fetchSizes, showToast }

/** What the steps of a correction work on. */
interface Correcting {
  editor: Editor
  shown: ShownOrder
  services: typeof defaults
  /** About what they change. */
  acts: Acts<ReadContents['changes']>
}

export function createCorrection(shown: ShownOrder, options: Partial<typeof defaults> = {}) {
  const services = { ...defaults, ...options }
  const editor = createEditor(typedDraft(`order-correction-${shown.orderId}`), {
    before: () => {
      const found = shown.found()
      return found ? contentsOf(found.order) : EMPTY_CONTENTS
    },
    errorMessage: 'Error correcting order',
    noun: 'correction',
    button: 'Save Correction',
    fetchSizes: services.fetchSizes,
  })
  const acts = createActs<ReadContents['changes']>({ sendAct: services.sendAct })
  return {
    ...editor,
    compare: () => editor.set({}),
    save: () => save({ editor, shown, services, acts }),
  }
}

export type CorrectionStore = ReturnType<typeof createCorrection>

async function save(correcting: Correcting): Promise<void> {
  const { editor, shown } = correcting
  const found = shown.found()
  if (!found || editor.isSaving()) return
  const read = readTyped(editor, found.order)
  if (!read.isUnchanged) await editor.send(read, () => send(correcting, found.order, read))
}

async function send(
  correcting: Correcting,
  order: Order,
  { changes }: ReadContents,
): Promise<Refused<Problems> | undefined> {
  const { editor, shown, acts } = correcting
  const { id, version } = order
  // The response to a load under way would not know of the correction.
  shown.remote.cancel()
  const result = await acts.one('correct', { id, version, ...changes }, changes)
  if (result.ok) return succeed(correcting, toOrder(result['order']), result)
  const isOther = result.code === 'stale' || result.code === 'booked'
  return isOther ? meetChange(correcting, order) : editor.explain(result)
}

/** What was typed stays, unless it is what the order has now. */
async function meetChange(correcting: Correcting, before: Order): Promise<Refused | undefined> {
  await correcting.shown.meetChange()
  const order = correcting.shown.found()?.order ?? before
  if (readTyped(correcting.editor, order).isUnchanged) return succeed(correcting, order)
  if (order.version === before.version) return { sentence: NOT_LOADED }
  return { sentence: correctionBlock(order) }
}

/** Without a result, what was typed is what the order has by another change. */
function succeed(
  { shown, editor, services }: Correcting,
  order: Order,
  done?: OneResult,
): undefined {
  shown.takeOver(order)
  editor.discard()
  const undo = done && undoOf(done, shown.loadOwn, services.sendAct)
  services.showToast({
    title: 'Order corrected',
    description: `${order.id} and its history show it now.`,
    ...(undo && { action: { label: 'Undo', run: undo } }),
  })
}

export function readTyped({ $form, texts }: Editor, order: Order): ReadContents {
  const { lines, sizes } = $form.get()
  return readContents(texts(), lines, sizes, order)
}
