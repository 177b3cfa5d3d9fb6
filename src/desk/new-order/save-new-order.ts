/*
 * Saving an order by phone or WhatsApp exactly once (docs/product.md, rule 14.27): as long as it is not known whether
 * it is saved, every try sends what the first one sent.
 */
import { toNewOrderRow, toOrder } from '#admin/order/orders.api.ts'
import type { Problems } from '#admin/order-editor/contents.ts'
import type { Refused } from '#kit/form/submit.ts'
import type { Order } from '#order/order.ts'
import { type Entering, edit, type NewOrderForm } from './entering.ts'
import { isSameOrder, type ReadNewOrder, readNewOrder } from './new-order.ts'

export const NOT_KNOWN =
  'It is not known whether this order is saved: the response did not arrive. Press Save Order again: it is not saved twice.'

export const SENTENCES = { refused: refusedSentence, failed: () => NOT_KNOWN }

export const PRICE_SENTENCES = {
  changed:
    'The prices changed since this page was opened. The lines have today’s prices now: check the total and press Save Order again.',
  differ:
    'The database has other prices than this site, so nothing is saved. Publish the site again, then press Save Order.',
  unknown:
    'The prices changed since this page was opened, and today’s could not be loaded. Press Save Order again.',
}

/** Where another order has the number. The customer's late attempt finds it by the number of the message. */
export async function saveUnderNewNumber(entering: Entering): Promise<void> {
  edit(entering, { takesNewNumber: true })
  await save(entering)
}

export async function save(entering: Entering): Promise<void> {
  const form = entering.editor.$form.get()
  if (!isEditing(form)) return
  const read = readNewOrder(form, form.sizes)
  await entering.editor.send(read, () => send(entering, read))
}

/** A saved order is on its way to its page. */
export function isEditing({ state }: Pick<NewOrderForm, 'state'>): boolean {
  return state !== 'sending' && state !== 'done'
}

async function send(
  entering: Entering,
  read: ReadNewOrder,
): Promise<Refused<Problems> | undefined> {
  const { acts, editor, services } = entering
  const row = toNewOrderRow(read.id ?? services.newOrderId(), read.order)
  edit(entering, { takenBy: undefined })
  const result = await acts.one('enter', row, 'order')
  if (result.ok) return succeed(entering, toOrder(result['order']), read)
  if (result.code !== 'id_taken') return editor.explain(result)
  edit(entering, { takenBy: result.id })
  return {}
}

function succeed({ services }: Entering, order: Order, read: ReadNewOrder): undefined {
  services.saveDraft(undefined)
  services.showToastOnNextPage({
    title: 'Order saved',
    description: isSameOrder(order, read)
      ? `Order ${order.id} is saved.`
      : `Order ${order.id} was saved by an earlier try, as it stands here. Correct it if it changed since.`,
  })
  void services.openOrder(order)
}

function refusedSentence(code: string): string {
  return `The database refused the order (${code}), so it is not saved. What you typed is still here.`
}
