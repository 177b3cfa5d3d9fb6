/*
 * Saving an order by phone or WhatsApp exactly once (docs/product.md, rule 14.27). The key is saved for
 * this tab before it is sent. As long as it is not known whether its order is saved, every try sends it.
 */
import type { ManualOrder, OrderResult } from '#admin/order/orders.ts'
import type { Problems } from '#admin/order-editor/contents.ts'
import type { Refused } from '#kit/form/submit.ts'
import { hasCode } from '#kit/remote/shop-error.ts'
import type { Order } from '#order/order.ts'
import type { OrderKey } from '#order/order-key.ts'
import { type Entering, edit, type NewOrderForm, type NewOrderServices } from './entering.ts'
import { isSameOrder, type ReadNewOrder, readNewOrder } from './new-order.ts'

export const NOT_KNOWN =
  'It is not known whether this order is saved: the response did not arrive. Press Save Order again: it is not saved twice.'

export const SENTENCES = {
  refused: refusedSentence,
  failed: (error: unknown) => (isRefused(error) ? refusedSentence('refused') : NOT_KNOWN),
  repriced:
    'The prices changed since this page was opened. The lines have today’s prices now: check the total and press Save Order again.',
  pricesDiffer:
    'The database has other prices than this site, so nothing is saved. Publish the site again, then press Save Order.',
  pricesUnknown:
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
  const { $entered, editor, services } = entering
  const { pendingKey } = $entered.get()
  const key = pendingKey ?? keyFor(read, services)
  edit(entering, { pendingKey: key, takenBy: undefined })
  const result = await create(entering, key, read.order, pendingKey !== undefined)
  if (result.ok) return succeed(entering, result.order, read)
  if (result.code !== 'id_taken') return editor.explain(result)
  edit(entering, { pendingKey: undefined, takenBy: key.id })
  return {}
}

function keyFor({ id }: ReadNewOrder, { newOrderKey }: NewOrderServices): OrderKey {
  const key = newOrderKey()
  return id ? { ...key, id } : key
}

/**
 * A refusal frees the key, unless it `wasPending`: then the request of an earlier try may still arrive, and the key
 * is used until an order has the number.
 */
async function create(
  entering: Entering,
  key: OrderKey,
  order: ManualOrder,
  wasPending: boolean,
): Promise<OrderResult> {
  try {
    const result = await entering.services.createOrder(key, order)
    if (!result.ok && !wasPending) edit(entering, { pendingKey: undefined })
    return result
  } catch (error) {
    if (isRefused(error) && !wasPending) edit(entering, { pendingKey: undefined })
    throw error
  }
}

function isRefused(error: unknown): boolean {
  return hasCode(error, 'refused') || hasCode(error, 'forbidden')
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
