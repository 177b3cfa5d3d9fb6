/*
 * Following an order. The database moves a new order from pending to processing 15 seconds after it was
 * first looked at (spec.md, section 4), by its own clock: this page only asks again at that time.
 */
import { trackOrder } from './order.api.ts'
import { type AskForOrder, createOrderView } from './order-view.store.ts'

/** Milliseconds. */
export const PROCESSING_AFTER = 15_000

export function createTracking(orderId: string, ask: AskForOrder = trackOrder) {
  const view = createOrderView(orderId, ask, onLoaded)
  let timer: ReturnType<typeof setTimeout> | undefined
  let last: 'loaded' | 'failed' | 'left' = 'loaded'

  /** On opening the page, and on coming back to it. */
  async function load(): Promise<void> {
    last = 'loaded'
    clearTimeout(timer)
    await view.load()
  }

  /** A pending order is asked for again, after a failure too. What comes after leaving starts no timer. */
  function onLoaded(hasFailed: boolean): void {
    clearTimeout(timer)
    if (last === 'left') return
    last = hasFailed ? 'failed' : 'loaded'
    if (isPending()) timer = setTimeout(() => void load(), PROCESSING_AFTER)
  }

  /** The network is back: a call that failed is made again at once. */
  function resume(): void {
    if (last === 'failed' && isPending()) void load()
  }

  /** On leaving the page. */
  function stop(): void {
    last = 'left'
    clearTimeout(timer)
  }

  function isPending(): boolean {
    const shown = view.$view.get()
    return shown.state === 'found' && shown.order.status === 'pending'
  }

  return { ...view, load, resume, stop }
}
