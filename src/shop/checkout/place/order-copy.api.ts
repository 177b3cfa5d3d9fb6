import { PUBLIC_ORDER_FORM_URL } from 'astro:env/client'
import { backendUrl, publicHeaders } from '#api/backend.ts'
import { formatMoney, fromMinor } from '#kit/money.ts'
import { ShopError } from '#kit/remote/shop-error.ts'
import { ADDRESS_FIELDS } from '#order/address/address.ts'
import type { OrderKey } from '#order/device/order-key.ts'
import type { Order } from '#order/order.ts'

/** The customer waits for no copy longer than this. */
const COPY_TIMEOUT_MS = 5_000

/** Statuses by which a form service refuses the content itself. A retry of the same would end the same way. */
const CONTENT_REFUSED = [400, 413, 422]

/**
 * Sends the shop a copy of a saved order through the form service (docs/product.md, rule 5.9). Without a
 * configured URL there is nothing to do. Throws 'copy_refused' where the service refuses the content and
 * 'copy_failed' where it can't take it now. Safe to repeat.
 */
export async function sendOrderCopy(order: Order): Promise<void> {
  if (!PUBLIC_ORDER_FORM_URL) return
  let status: number
  try {
    const response = await fetch(PUBLIC_ORDER_FORM_URL, {
      method: 'POST',
      headers: { Accept: 'application/json' },
      body: toForm(order),
      signal: AbortSignal.timeout(COPY_TIMEOUT_MS),
    })
    if (response.ok) return
    status = response.status
  } catch (cause) {
    throw new ShopError('copy_failed', { cause })
  }
  throw new ShopError(CONTENT_REFUSED.includes(status) ? 'copy_refused' : 'copy_failed', { status })
}

/**
 * Counts the copy of an order as not sent, for the admin's dashboard. Nobody waits for it, it goes on while the
 * page is left, and where it fails only the figure is too low.
 */
export function reportUnsentCopy({ id, token }: OrderKey): void {
  fetch(new URL('rest/v1/rpc/report_unsent_copy', backendUrl), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...publicHeaders },
    body: JSON.stringify({ p: { id, token } }),
    keepalive: true,
  }).catch(() => {})
}

function toForm(order: Order): FormData {
  const form = new FormData()
  form.set('orderNumber', order.id)
  for (const field of ADDRESS_FIELDS) {
    const text = order.shippingAddress[field]
    if (text !== undefined) form.set(field, text)
  }
  form.set('paymentMethod', order.paymentMethod)
  form.set('orderSummary', JSON.stringify(order.items.map(toSummaryItem)))
  form.set('total', formatMoney(order.total))
  return form
}

function toSummaryItem(item: Order['items'][number]) {
  return { ...item, price: fromMinor(item.price) }
}
