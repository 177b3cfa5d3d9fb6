/*
 * Following an order. The store moves a new order from pending to processing 15 seconds after it was
 * first looked at (spec.md, section 4), by its own clock: this page only asks again at that time.
 */
import { trackOrder } from './order.remote.ts'
import { type AskForOrder, createOrderView } from './order-view.store.ts'

/** Milliseconds. */
export const PROCESSING_AFTER = 15_000

export function createTracking(orderId: string, ask: AskForOrder = trackOrder) {
  const view = createOrderView(orderId, ask)
  let timer: ReturnType<typeof setTimeout> | undefined

  // The timer follows from the state: it runs for a pending order and for nothing else.
  view.$view.listen((state) => {
    stop()
    if (state.state === 'found' && state.order.status === 'pending') {
      timer = setTimeout(() => void view.load(), PROCESSING_AFTER)
    }
  })

  /** On leaving the page. */
  function stop(): void {
    clearTimeout(timer)
  }

  return { ...view, stop }
}

export type TrackingStore = ReturnType<typeof createTracking>
