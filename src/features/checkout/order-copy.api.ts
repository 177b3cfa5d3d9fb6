import { PUBLIC_ORDER_FORM_URL } from 'astro:env/client'
import { REQUEST_TIMEOUT_MS } from '#api/backend.ts'
import { ADDRESS_FIELDS } from '#features/orders/address.ts'
import type { Order } from '#features/orders/order.ts'
import { formatMoney, fromMinor } from '#shared/money.ts'
import { ShopError } from '#shared/shop-error.ts'

/**
 * Sends the shop a copy of a saved order through the form service (docs/product.md, rule 5.9).
 * Without a configured URL there is nothing to do. Throws 'copy_refused', and is safe to repeat.
 */
export async function sendOrderCopy(order: Order): Promise<void> {
  if (!PUBLIC_ORDER_FORM_URL) return
  try {
    const response = await fetch(PUBLIC_ORDER_FORM_URL, {
      method: 'POST',
      headers: { Accept: 'application/json' },
      body: toForm(order),
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    })
    if (!response.ok) throw new Error(`The form service responded ${response.status}`)
  } catch (cause) {
    throw new ShopError('copy_refused', { cause })
  }
}

function toForm(order: Order): FormData {
  const form = new FormData()
  form.set('orderNumber', order.id)
  for (const field of ADDRESS_FIELDS) form.set(field, order.shippingAddress[field])
  form.set('paymentMethod', order.paymentMethod)
  form.set('orderSummary', JSON.stringify(order.items.map(toSummaryItem)))
  form.set('total', formatMoney(order.total))
  return form
}

function toSummaryItem(item: Order['items'][number]) {
  return { ...item, price: fromMinor(item.price) }
}
