/*
 * One order on the owner's screen. A change shows at once and is saved behind it; where the store did
 * not take it, it stays on the screen, marked as not saved, until it is sent again or the page reloaded.
 */
import { atom } from 'nanostores'
import { isOrderId, type Order, type OrderStatus, statusName } from '#features/orders/order.ts'
import { hasCode } from '#shared/shop-error.ts'
import { cleanText } from '#shared/text.ts'
import { showToast } from '#ui/toast.ts'
import { type OrderChange, withChange } from '../order-list.ts'
import { type EarlierOrders, fetchOrderInFull, saveOrder } from '../orders.api.ts'

export type OrderDetail =
  | { state: 'loading' }
  | { state: 'missing' }
  | { state: 'unreachable' }
  | { state: 'found'; order: Order; earlier: EarlierOrders; saves: Record<Field, SaveState> }

export type Field = 'status' | 'trackingNumber'

export type SaveState = 'saved' | 'saving' | 'unsaved'

export type FoundOrder = Extract<OrderDetail, { state: 'found' }>

const services = { fetchOrderInFull, saveOrder, showToast }

/** The words of spec.md, section 8. */
const WORDS = {
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

export function createOrderDetail(orderId: string, live = services) {
  const $detail = atom<OrderDetail>({ state: 'loading' })
  /** Counts loads and changes: the answer to a question asked before the last of them is out of date. */
  let moment = 0

  async function load(): Promise<void> {
    if (!isOrderId(orderId)) return $detail.set({ state: 'missing' })
    moment += 1
    const asked = moment
    try {
      const answer = await live.fetchOrderInFull(orderId)
      if (asked !== moment) return
      $detail.set(answer ? { state: 'found', ...answer, saves: allSaved() } : { state: 'missing' })
    } catch (error) {
      if (asked !== moment) return
      console.error('Error fetching orders', error)
      // What is on the screen already is worth more than an apology.
      if ($detail.get().state !== 'found') $detail.set({ state: 'unreachable' })
    }
  }

  async function retryLoad(): Promise<void> {
    $detail.set({ state: 'loading' })
    await load()
  }

  /** For whoever comes back to the page: another tab may have moved the order on. */
  async function refresh(): Promise<void> {
    const detail = $detail.get()
    if (detail.state !== 'found') return
    if (Object.values(detail.saves).every((save) => save === 'saved')) await load()
  }

  async function updateStatus(status: OrderStatus): Promise<void> {
    const detail = $detail.get()
    if (detail.state === 'found' && detail.order.status !== status) await save('status', { status })
  }

  async function updateTracking(typed: string): Promise<void> {
    const detail = $detail.get()
    const trackingNumber = cleanText(typed)
    if (detail.state !== 'found' || (detail.order.trackingNumber ?? '') === trackingNumber) return
    await save('trackingNumber', { trackingNumber })
  }

  /** Sends again what is on the screen and was not saved. */
  async function retry(field: Field): Promise<void> {
    const detail = $detail.get()
    if (detail.state !== 'found' || detail.saves[field] !== 'unsaved') return
    const { status, trackingNumber = '' } = detail.order
    await save(field, field === 'status' ? { status } : { trackingNumber })
  }

  async function save(field: Field, change: OrderChange): Promise<void> {
    const before = $detail.get()
    if (before.state !== 'found' || before.saves[field] === 'saving') return
    moment += 1
    show({ order: withChange(before.order, change), saves: { ...before.saves, [field]: 'saving' } })
    try {
      settle(field, await live.saveOrder(orderId, change))
    } catch (error) {
      console.error(WORDS[field].logged, error)
      settle(field, undefined, error)
    }
  }

  function settle(field: Field, saved: Order | undefined, error?: unknown): void {
    const detail = $detail.get()
    if (detail.state !== 'found') return
    const saves = { ...detail.saves, [field]: saved ? 'saved' : 'unsaved' } as const
    show({ order: saved ? withSaved(detail.order, saved, field) : detail.order, saves })
    // The session is over and says so itself.
    if (hasCode(error, 'forbidden')) return
    live.showToast(saved ? successToast(saved, field) : failureToast(error, field))
  }

  function show(change: Partial<FoundOrder>): void {
    const detail = $detail.get()
    if (detail.state === 'found') $detail.set({ ...detail, ...change })
  }

  return { $detail, load, retryLoad, refresh, updateStatus, updateTracking, retry }
}

export type OrderDetailStore = ReturnType<typeof createOrderDetail>

/** Takes one field only: the other may have a change of its own that is still on its way. */
function withSaved(shown: Order, saved: Order, field: Field): Order {
  const isNewer = saved.trackingHistory.length > shown.trackingHistory.length
  return {
    ...shown,
    [field]: saved[field],
    trackingHistory: isNewer ? saved.trackingHistory : shown.trackingHistory,
  }
}

function successToast({ status, trackingNumber }: Order, field: Field) {
  if (field === 'status') {
    return { title: 'Order updated', description: `The status is now ${statusName(status)}` }
  }
  const description = trackingNumber
    ? `The tracking number is now ${trackingNumber}`
    : 'The tracking number is gone'
  return { title: 'Order updated', description }
}

/** Without an error, or with the store's own refusal, the store answered and kept nothing. */
function failureToast(error: unknown, field: Field) {
  const isRefused = error === undefined || hasCode(error, 'refused')
  return {
    title: isRefused ? 'Supabase update failed' : 'Update failed',
    description: isRefused ? WORDS[field].localOnly : WORDS[field].failed,
    tone: 'destructive' as const,
  }
}

function allSaved(): Record<Field, SaveState> {
  return { status: 'saved', trackingNumber: 'saved' }
}
