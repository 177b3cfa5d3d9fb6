/*
 * Sending a replacement exactly once (docs/product.md, rule 21.30). Its key is saved for this tab before it is sent:
 * as long as no response came, every try sends the same key.
 */
import { replaceItems } from '#admin/order/orders.api.ts'
import type { Replacement } from '#admin/order/orders.ts'
import { newOrders } from '#admin/orders/new-orders/new-orders.store.ts'
import { createSubmit, type Refused } from '#kit/form/submit.ts'
import { hasCode } from '#kit/remote/shop-error.ts'
import { tabStorage } from '#kit/storage/tab-storage.ts'
import { showToastOnNextPage } from '#kit/toast/toast.store.ts'
import type { Order } from '#order/order.ts'
import { isOrderKey, newOrderKey, type OrderKey } from '#order/order-key.ts'
import { paths } from '#paths.ts'

const defaults = {
  replaceItems,
  newOrderKey,
  openOrder: async ({ id, date }: Order): Promise<void> => {
    await newOrders.markOwn(date)
    location.assign(paths.adminOrder(id))
  },
}

export type ReplacementServices = typeof defaults

export function createReplacement(options: Partial<ReplacementServices> = {}) {
  const services = { ...defaults, ...options }
  const { $submission, submit, clear } = createSubmit('Error sending a replacement')
  return {
    $submission,
    clear,
    send: (replacement: Replacement) => submit(() => send(replacement, services)),
  }
}

async function send(
  replacement: Replacement,
  services: ReplacementServices,
): Promise<Refused | undefined> {
  if (replacement.items.length === 0) return { sentence: 'Choose what is sent again.' }
  const storageKey = `zulf:admin-tab-replacement-${replacement.replaces}`
  const pending = readKey(storageKey)
  const key = pending ?? services.newOrderKey()
  tabStorage.set(storageKey, key)
  /** Nothing is saved under a key that was refused at once. One that was sent before may still arrive. */
  const free = () => pending ?? tabStorage.remove(storageKey)
  try {
    const result = await services.replaceItems(key, replacement)
    if (!result.ok) {
      free()
      return { sentence: refusedSentence(result.code) }
    }
    tabStorage.remove(storageKey)
    showToastOnNextPage({
      title: 'Replacement saved',
      description: `Order ${result.order.id} waits to be packed.`,
    })
    void services.openOrder(result.order)
    return undefined
  } catch (error) {
    if (hasCode(error, 'refused')) free()
    throw error
  }
}

function readKey(storageKey: string): OrderKey | undefined {
  const saved = tabStorage.get(storageKey)
  return isOrderKey(saved) ? saved : undefined
}

function refusedSentence(code: string): string {
  if (code === 'not_replaceable') return 'Only an order that is shipped or delivered is replaced.'
  if (code === 'item_unknown') return 'The lines of this order changed. Load the page again.'
  return `The database refused the replacement (${code}), so it is not saved.`
}
