/* The correction of an order until it is booked. What is typed stays until it is saved or discarded. */
import { sendAct } from '#admin/acts/acts.api.ts'
import { createActs, type OneResult } from '#admin/acts/acts.store.ts'
import { undoOf } from '#admin/acts/offer-undo.ts'
import { toOrder } from '#admin/order/whole-order.api.ts'
import type { ShownOrder } from '#admin/order-page/shown-order.ts'
import { createEditor, typedDraft } from '#desk/order-editor/editor.store.ts'
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
  /** About what they change. */
  const acts = createActs<ReadContents['changes']>({ sendAct: services.sendAct })

  /** What the order would be with what is typed. */
  function read(order: Order): ReadContents {
    const { lines, sizes } = editor.$form.get()
    return readContents(editor.texts(), lines, sizes, order)
  }

  async function save(): Promise<void> {
    const order = shown.found()?.order
    const typed = order && read(order)
    if (typed && !typed.isUnchanged) await editor.send(typed, () => send(order, typed.changes))
  }

  async function send(
    order: Order,
    changes: ReadContents['changes'],
  ): Promise<Refused<Problems> | undefined> {
    const { id, version } = order
    // The response to a load under way would not know of the correction.
    shown.remote.cancel()
    const result = await acts.one('correct', { id, version, ...changes }, changes)
    if (result.ok) return succeed(toOrder(result['order']), result)
    const isOther = result.code === 'stale' || result.code === 'booked'
    return isOther ? meetChange(order) : editor.explain(result)
  }

  /** What was typed stays, unless it is what the order has now. */
  async function meetChange(before: Order): Promise<Refused | undefined> {
    await shown.meetChange()
    const order = shown.found()?.order ?? before
    if (read(order).isUnchanged) return succeed(order)
    if (order.version === before.version) return { sentence: NOT_LOADED }
    return { sentence: correctionBlock(order) }
  }

  /** Without a result, what was typed is what the order has by another change. */
  function succeed(order: Order, done?: OneResult): undefined {
    shown.takeOver(order)
    editor.discard()
    const undo = done && undoOf(done, shown.loadOwn, services.sendAct)
    services.showToast({
      title: 'Order corrected',
      description: `${order.id} and its history show it now.`,
      ...(undo && { action: { label: 'Undo', run: undo } }),
    })
  }

  return { ...editor, read, save, compare: () => editor.set({}) }
}

export type CorrectionStore = ReturnType<typeof createCorrection>
