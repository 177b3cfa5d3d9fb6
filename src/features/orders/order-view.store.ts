/* What an order page knows of its order. A lost network never reads as an order that is not there. */
import { atom } from 'nanostores'
import { hasCode } from '#shared/shop-error.ts'
import { fetchOrder } from './order.api.ts'
import { isOrderId, type Order } from './order.ts'
import { tokenOf } from './order-key.ts'

export type OrderView =
  | { state: 'loading' }
  | { state: 'found'; order: Order }
  | { state: 'missing' }
  /** Too many wrong guesses came from this address; holders of the token are never held up. */
  | { state: 'limited' }
  | { state: 'unreachable' }

export type AskForOrder = (id: string, token?: string) => Promise<Order | undefined>

export function createOrderView(
  orderId: string,
  ask: AskForOrder = fetchOrder,
  onLoaded: (hasFailed: boolean) => void = () => {},
) {
  const $view = atom<OrderView>({ state: 'loading' })

  async function load(): Promise<void> {
    if (!isOrderId(orderId)) return $view.set({ state: 'missing' })
    try {
      const order = await ask(orderId, tokenOf(orderId))
      $view.set(order ? { state: 'found', order } : { state: 'missing' })
      onLoaded(false)
    } catch (error) {
      console.error('Error fetching orders', error)
      // An order that is on the screen stays there.
      if ($view.get().state !== 'found') {
        $view.set({ state: hasCode(error, 'rate_limited') ? 'limited' : 'unreachable' })
      }
      onLoaded(true)
    }
  }

  async function retry(): Promise<void> {
    $view.set({ state: 'loading' })
    await load()
  }

  return { $view, load, retry }
}

export type OrderViewStore = ReturnType<typeof createOrderView>
