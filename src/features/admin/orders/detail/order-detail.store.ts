/*
 * One order. A change shows at once and is saved behind it. Where it was not saved it stays on screen,
 * marked as not saved, until it is retried or the page is reloaded (docs/product.md, rule 14.10).
 */
import { isOrderId, type Order, type OrderStatus, statusName } from '#features/orders/order.ts'
import { paths } from '#paths.ts'
import { createRemoteStore } from '#shared/remote-store.ts'
import { hasCode } from '#shared/shop-error.ts'
import { cleanText } from '#shared/text.ts'
import { showToast, showToastOnNextPage } from '#ui/toast.ts'
import { fetchOrderInFull, saveOrder } from '../orders.api.ts'
import { type OrderChange, type OrderInFull, withChange } from '../orders.ts'

/** Each is changed and saved by itself. */
export type Field = 'status' | 'trackingNumber'

export type SaveState = 'saved' | 'saving' | 'unsaved'

export interface FoundOrder extends OrderInFull {
  saves: Record<Field, SaveState>
}

export interface OrderDetailOptions {
  orderId: string
  fetchOrderInFull?: typeof fetchOrderInFull
  saveOrder?: typeof saveOrder
  showToast?: typeof showToast
}

const defaults = { fetchOrderInFull, saveOrder, showToast }

const ALL_SAVED: Record<Field, SaveState> = { status: 'saved', trackingNumber: 'saved' }

export function createOrderDetail(options: OrderDetailOptions) {
  const { orderId, fetchOrderInFull, saveOrder, showToast } = { ...defaults, ...options }
  /** An unknown order is undefined. */
  const remote = createRemoteStore(fetchOrder, {
    errorMessage: 'Error fetching orders',
    keepsValue: true,
    reloadsWhenVisible: true,
    mayReload: () => Object.values(found()?.saves ?? ALL_SAVED).every((save) => save === 'saved'),
  })

  async function fetchOrder(): Promise<FoundOrder | undefined> {
    if (!isOrderId(orderId)) return undefined
    const order = await fetchOrderInFull(orderId)
    return order && { ...order, saves: ALL_SAVED }
  }

  function found(): FoundOrder | undefined {
    const view = remote.$remote.get()
    return view.state === 'ready' ? view.value : undefined
  }

  async function updateStatus(status: OrderStatus): Promise<void> {
    if (found()?.order.status !== status) await save('status', { status })
  }

  async function updateTracking(typed: string): Promise<void> {
    const trackingNumber = cleanText(typed)
    if ((found()?.order.trackingNumber ?? '') === trackingNumber) return
    await save('trackingNumber', { trackingNumber })
  }

  /** Sends what is on screen and was not saved. */
  async function retry(field: Field): Promise<void> {
    const view = found()
    if (view?.saves[field] !== 'unsaved') return
    const { status, trackingNumber = '' } = view.order
    await save(field, field === 'status' ? { status } : { trackingNumber })
  }

  async function save(field: Field, change: OrderChange): Promise<void> {
    const view = found()
    if (!view || view.saves[field] === 'saving') return
    // The response to an earlier load does not know of this change.
    remote.cancel()
    show({ order: withChange(view.order, change), saves: { ...view.saves, [field]: 'saving' } })
    try {
      applyResult(field, await saveOrder(orderId, change))
    } catch (error) {
      console.error(TEXTS[field].logged, error)
      applyResult(field, undefined, error)
    }
  }

  /** Without `saved` the change was not saved. */
  function applyResult(field: Field, saved: Order | undefined, error?: unknown): void {
    const view = found()
    if (!view) return
    const saves = { ...view.saves, [field]: saved ? 'saved' : 'unsaved' } as const
    show({ order: saved ? withSaved(view.order, saved, field) : view.order, saves })
    // The end of the session has its own toast.
    if (hasCode(error, 'forbidden')) return
    showToast(saved ? successToast(saved, field) : failureToast(error, field))
  }

  function show(change: Partial<FoundOrder>): void {
    remote.update((view) => view && { ...view, ...change })
  }

  /** Follows the order until the returned function is called. Leaves for the list if it is unknown. */
  function start(): () => void {
    const stopRedirect = remote.$remote.listen((view) => {
      if (view.state !== 'ready' || view.value) return
      showToastOnNextPage({
        title: 'Order not found',
        description: `No order found with ID ${orderId}`,
        tone: 'destructive',
      })
      location.replace(paths.adminOrders)
    })
    const stopRemote = remote.start()
    return () => {
      stopRedirect()
      stopRemote()
    }
  }

  return { $remote: remote.$remote, load: remote.load, start, updateStatus, updateTracking, retry }
}

export type OrderDetailStore = ReturnType<typeof createOrderDetail>

/** Takes over one field: the other may have a change of its own that is still being saved. */
function withSaved(shown: Order, saved: Order, field: Field): Order {
  const isNewer = saved.trackingHistory.length > shown.trackingHistory.length
  return {
    ...shown,
    [field]: saved[field],
    trackingHistory: isNewer ? saved.trackingHistory : shown.trackingHistory,
  }
}

/** The texts of docs/product.md, rules 18.34, 18.35 and 18.40. */
const TEXTS = {
  status: {
    localOnly: 'Order updated locally only',
    failed: 'There was a problem updating the order status',
    logged: 'Error updating order status',
  },
  trackingNumber: {
    localOnly: 'Tracking info updated locally only',
    failed: 'There was a problem updating the tracking information',
    logged: 'Error updating tracking info',
  },
} satisfies Record<Field, Record<string, string>>

function successToast({ status, trackingNumber }: Order, field: Field) {
  if (field === 'status') {
    return { title: 'Order updated', description: `The status is now ${statusName(status)}` }
  }
  const description = trackingNumber
    ? `The tracking number is now ${trackingNumber}`
    : 'The tracking number is gone'
  return { title: 'Order updated', description }
}

/** Without an error, or with `refused`, the backend responded and saved nothing. */
function failureToast(error: unknown, field: Field) {
  const isRefused = error === undefined || hasCode(error, 'refused')
  return {
    title: isRefused ? 'Supabase update failed' : 'Update failed',
    description: isRefused ? TEXTS[field].localOnly : TEXTS[field].failed,
    tone: 'destructive' as const,
  }
}
