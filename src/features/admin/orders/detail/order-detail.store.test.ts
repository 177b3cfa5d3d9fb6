import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Order } from '#features/orders/order.ts'
import { ShopError } from '#shared/shop-error.ts'
import { anOrder } from '#tests/support/order-factories.ts'
import type { Toast } from '#ui/toast.ts'
import { type OrderChange, withChange } from '../order-list.ts'
import { createOrderDetail } from './order-detail.store.ts'

const earlier = { count: 0, pending: 0, processing: 0, shipped: 0, delivered: 0, cancelled: 0 }

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
})

/** A store whose answers come when the test says so, in the order it says. */
function aStore(kept = anOrder()) {
  const toasts: Toast[] = []
  const waiting: { change: OrderChange; answer: Answer }[] = []
  const loads: ((found?: Order) => void)[] = []
  let order = kept

  const detail = createOrderDetail('ABCDEFGH', {
    showToast: (toast) => void toasts.push(toast),
    fetchOrderInFull: () =>
      new Promise((resolve) => {
        loads.push((found = order) => resolve({ order: found, earlier }))
      }),
    saveOrder: (_, change) =>
      new Promise((resolve, reject) => {
        const answer: Answer = {
          saved: () => {
            order = withHistory(withChange(order, change))
            resolve(order)
          },
          noRow: () => resolve(undefined),
          fails: (error) => reject(error),
        }
        waiting.push({ change, answer })
      }),
  })
  return {
    detail,
    toasts,
    waiting,
    loads,
    sent: () => waiting.map(({ change }) => change),
    found() {
      const view = detail.$detail.get()
      if (view.state !== 'found') throw new Error(`The order is ${view.state}`)
      return view
    },
  }
}

interface Answer {
  saved(): void
  noRow(): void
  fails(error: unknown): void
}

function withHistory(order: Order): Order {
  const entry = { status: order.status, at: '2026-11-22T08:00:00Z', by: 'admin' as const }
  return { ...order, trackingHistory: [...order.trackingHistory, entry] }
}

async function aLoadedOrder(kept?: Order) {
  const store = aStore(kept)
  const loading = store.detail.load()
  store.loads[0]?.()
  await loading
  return store
}

describe('a change', () => {
  it('shows before the store has answered, and then brings its history', async () => {
    const store = await aLoadedOrder()
    const done = store.detail.updateStatus('shipped')
    expect(store.found()).toMatchObject({
      order: { status: 'shipped' },
      saves: { status: 'saving' },
    })
    expect(store.toasts).toEqual([])
    store.waiting[0]?.answer.saved()
    await done
    expect(store.found().saves.status).toBe('saved')
    expect(store.found().order.trackingHistory).toHaveLength(2)
    expect(store.toasts).toEqual([
      { title: 'Order updated', description: 'The status is now Shipped' },
    ])
  })

  it.each([
    ['reaches no order', (answer: Answer) => answer.noRow(), 'Supabase update failed'],
    [
      'is refused',
      (answer: Answer) => answer.fails(new ShopError('refused')),
      'Supabase update failed',
    ],
    ['is lost', (answer: Answer) => answer.fails(new ShopError('unreachable')), 'Update failed'],
    ['meets a fault', (answer: Answer) => answer.fails(new TypeError('x')), 'Update failed'],
  ])('that %s stays on the screen as not saved', async (_, answer, title) => {
    const store = await aLoadedOrder()
    const both = [store.detail.updateStatus('shipped'), store.detail.updateTracking(' TCS 1 ')]
    for (const call of store.waiting) answer(call.answer)
    await Promise.all(both)
    expect(store.found()).toMatchObject({
      order: { status: 'shipped', trackingNumber: 'TCS 1' },
      saves: { status: 'unsaved', trackingNumber: 'unsaved' },
    })
    const isRefused = title === 'Supabase update failed'
    expect(store.toasts.map(({ title, description }) => [title, description])).toEqual([
      [
        title,
        isRefused ? 'Order updated locally only' : 'There was a problem updating the order status',
      ],
      [
        title,
        isRefused
          ? 'Tracking info updated locally only'
          : 'There was a problem updating the tracking information',
      ],
    ])
  })

  it('that was not saved is sent again by Retry', async () => {
    const store = await aLoadedOrder()
    const first = store.detail.updateStatus('delivered')
    store.waiting[0]?.answer.fails(new ShopError('unreachable'))
    await first
    const second = store.detail.retry('status')
    expect(store.found().saves.status).toBe('saving')
    store.waiting[1]?.answer.saved()
    await second
    expect(store.sent()).toEqual([{ status: 'delivered' }, { status: 'delivered' }])
    expect(store.found().saves.status).toBe('saved')
  })

  it('is sent once, however often it is pressed', async () => {
    const store = await aLoadedOrder()
    const presses = [1, 2, 3].map(() => store.detail.updateStatus('shipped'))
    void store.detail.updateStatus('delivered')
    store.waiting[0]?.answer.saved()
    await Promise.all(presses)
    await store.detail.retry('status')
    expect(store.sent()).toEqual([{ status: 'shipped' }])
  })

  it('to what is there already is not sent', async () => {
    const store = await aLoadedOrder(anOrder({ trackingNumber: 'TCS 1' }))
    await store.detail.updateStatus('pending')
    await store.detail.updateTracking('  TCS 1 ')
    expect(store.sent()).toEqual([])
  })

  it('leaves the other field alone when answers come in another order', async () => {
    const store = await aLoadedOrder()
    const status = store.detail.updateStatus('shipped')
    const tracking = store.detail.updateTracking('TCS 1')
    store.waiting[0]?.answer.saved()
    await status
    expect(store.found().order.trackingNumber).toBe('TCS 1')
    store.waiting[1]?.answer.fails(new ShopError('unreachable'))
    await tracking
    expect(store.found()).toMatchObject({
      order: { status: 'shipped', trackingNumber: 'TCS 1' },
      saves: { status: 'saved', trackingNumber: 'unsaved' },
    })
  })

  it('takes a tracking number away', async () => {
    const store = await aLoadedOrder(anOrder({ trackingNumber: 'TCS 1' }))
    const done = store.detail.updateTracking('   ')
    store.waiting[0]?.answer.saved()
    await done
    expect(store.sent()).toEqual([{ trackingNumber: '' }])
    expect(store.found().order.trackingNumber).toBeUndefined()
  })

  it('after the end of the session says nothing of its own', async () => {
    const store = await aLoadedOrder()
    const done = store.detail.updateStatus('shipped')
    store.waiting[0]?.answer.fails(new ShopError('forbidden'))
    await done
    expect(store.toasts).toEqual([])
  })
})

describe('an answer', () => {
  it('to a load from before a change does not undo it', async () => {
    const store = await aLoadedOrder()
    const refreshing = store.detail.refresh()
    const saving = store.detail.updateStatus('shipped')
    store.loads[1]?.(anOrder({ status: 'pending' }))
    await refreshing
    expect(store.found().order.status).toBe('shipped')
    store.waiting[0]?.answer.saved()
    await saving
    expect(store.found().order.status).toBe('shipped')
  })

  it('shows what another tab has done, unless something here is not saved', async () => {
    const store = await aLoadedOrder()
    const refreshing = store.detail.refresh()
    store.loads[1]?.(anOrder({ status: 'delivered' }))
    await refreshing
    expect(store.found().order.status).toBe('delivered')

    const saving = store.detail.updateStatus('cancelled')
    store.waiting[0]?.answer.noRow()
    await saving
    await store.detail.refresh()
    expect(store.loads).toHaveLength(2)
    expect(store.found().order.status).toBe('cancelled')
  })
})

describe('an order', () => {
  it('that is not there is missing, and what is no id is not asked for', async () => {
    const fetchOrderInFull = vi.fn(async () => undefined)
    const missing = createOrderDetail('QQQQQQQQ', services({ fetchOrderInFull }))
    await missing.load()
    expect(missing.$detail.get()).toEqual({ state: 'missing' })
    const odd = createOrderDetail('<script>', services({ fetchOrderInFull }))
    await odd.load()
    expect(odd.$detail.get()).toEqual({ state: 'missing' })
    expect(fetchOrderInFull).toHaveBeenCalledTimes(1)
  })

  it('that cannot be reached is not missing, and is found on Retry', async () => {
    const fetchOrderInFull = vi
      .fn(
        async (): Promise<{ order: Order; earlier: typeof earlier } | undefined> => ({
          order: anOrder(),
          earlier,
        }),
      )
      .mockRejectedValueOnce(new ShopError('unreachable'))
    const detail = createOrderDetail('ABCDEFGH', services({ fetchOrderInFull }))
    await detail.load()
    expect(detail.$detail.get()).toEqual({ state: 'unreachable' })
    await detail.retryLoad()
    expect(detail.$detail.get().state).toBe('found')
  })
})

function services(own: Partial<NonNullable<Parameters<typeof createOrderDetail>[1]>>) {
  return {
    showToast: () => {},
    fetchOrderInFull: async () => undefined,
    saveOrder: async () => undefined,
    ...own,
  }
}
