import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Order } from '#features/orders/order.ts'
import { ShopError } from '#shared/shop-error.ts'
import { anOrder } from '#tests/support/order-factories.ts'
import { stubPage } from '#tests/support/page-events.ts'
import type { Toast } from '#ui/toast.ts'
import { type OrderChange, withChange } from '../orders.ts'
import { createOrderDetail, type OrderDetailOptions } from './order-detail.store.ts'

const earlier = { count: 0, pending: 0, processing: 0, shipped: 0, delivered: 0, cancelled: 0 }

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
})

afterEach(() => vi.unstubAllGlobals())

/** An order's page whose responses arrive when the test says so. */
function aPage(saved = anOrder()) {
  const toasts: Toast[] = []
  const saves: { change: OrderChange; response: Response }[] = []
  const loads: ((found?: Order) => void)[] = []
  let order = saved

  const detail = createOrderDetail({
    orderId: 'ABCDEFGH',
    showToast: (toast) => void toasts.push(toast),
    fetchOrderInFull: () =>
      new Promise((resolve) => {
        loads.push((found = order) => resolve({ order: found, earlier }))
      }),
    saveOrder: (_, change) =>
      new Promise((resolve, reject) => {
        const response: Response = {
          saved: () => {
            order = withHistory(withChange(order, change))
            resolve(order)
          },
          noRow: () => resolve(undefined),
          fails: (error) => reject(error),
        }
        saves.push({ change, response })
      }),
  })
  return {
    detail,
    toasts,
    saves,
    loads,
    sent: () => saves.map(({ change }) => change),
    found() {
      const view = detail.$remote.get()
      if (view.state !== 'ready' || !view.value) throw new Error(`The order is ${view.state}`)
      return view.value
    },
  }
}

interface Response {
  saved(): void
  noRow(): void
  fails(error: unknown): void
}

function withHistory(order: Order): Order {
  const entry = { status: order.status, at: '2026-11-22T08:00:00Z', by: 'admin' as const }
  return { ...order, trackingHistory: [...order.trackingHistory, entry] }
}

const failsWith = (error: Error) => (response: Response) => response.fails(error)

/** The title of the toasts, and what they say of the status and of the tracking number. */
const REFUSED = [
  'Supabase update failed',
  'Order updated locally only',
  'Tracking info updated locally only',
]
const FAILED = [
  'Update failed',
  'There was a problem updating the order status',
  'There was a problem updating the tracking information',
]

async function aLoadedOrder(saved?: Order) {
  const page = aPage(saved)
  const loading = page.detail.load()
  page.loads[0]?.()
  await loading
  return page
}

describe('a change', () => {
  it('rule 14.10: shows before it is saved, and then brings its history', async () => {
    const page = await aLoadedOrder()
    const done = page.detail.updateStatus('shipped')
    expect(page.found()).toMatchObject({
      order: { status: 'shipped' },
      saves: { status: 'saving' },
    })
    expect(page.toasts).toEqual([])
    page.saves[0]?.response.saved()
    await done
    expect(page.found().saves.status).toBe('saved')
    expect(page.found().order.trackingHistory).toHaveLength(2)
    expect(page.toasts).toMatchObject([{ description: 'The status is now Shipped' }])
  })

  it.each([
    ['matches no order', (response: Response) => response.noRow(), REFUSED],
    ['is refused', failsWith(new ShopError('refused')), REFUSED],
    ['is lost', failsWith(new ShopError('unreachable')), FAILED],
    ['meets an unexpected error', failsWith(new TypeError('x')), FAILED],
  ])(
    'rules 14.10, 18.34 and 18.35: that %s stays on screen as not saved',
    async (_, respond, [title, ...descriptions]) => {
      const page = await aLoadedOrder()
      const both = [page.detail.updateStatus('shipped'), page.detail.updateTracking(' TCS 1 ')]
      for (const call of page.saves) respond(call.response)
      await Promise.all(both)
      expect(page.found()).toMatchObject({
        order: { status: 'shipped', trackingNumber: 'TCS 1' },
        saves: { status: 'unsaved', trackingNumber: 'unsaved' },
      })
      expect(page.toasts).toEqual(
        descriptions.map((description) => ({ title, description, tone: 'destructive' })),
      )
    },
  )

  it('that was not saved is sent again by Retry', async () => {
    const page = await aLoadedOrder()
    const first = page.detail.updateStatus('delivered')
    page.saves[0]?.response.fails(new ShopError('unreachable'))
    await first
    const second = page.detail.retry('status')
    expect(page.found().saves.status).toBe('saving')
    page.saves[1]?.response.saved()
    await second
    expect(page.sent()).toEqual([{ status: 'delivered' }, { status: 'delivered' }])
    expect(page.found().saves.status).toBe('saved')
  })

  it('is sent once, however often it is pressed', async () => {
    const page = await aLoadedOrder()
    const presses = [1, 2, 3].map(() => page.detail.updateStatus('shipped'))
    void page.detail.updateStatus('delivered')
    page.saves[0]?.response.saved()
    await Promise.all(presses)
    await page.detail.retry('status')
    expect(page.sent()).toEqual([{ status: 'shipped' }])
  })

  it('to what is there already is not sent', async () => {
    const page = await aLoadedOrder(anOrder({ trackingNumber: 'TCS 1' }))
    await page.detail.updateStatus('pending')
    await page.detail.updateTracking('  TCS 1 ')
    expect(page.sent()).toEqual([])
  })

  it('leaves the other field alone when responses come in another order', async () => {
    const page = await aLoadedOrder()
    const status = page.detail.updateStatus('shipped')
    const tracking = page.detail.updateTracking('TCS 1')
    page.saves[0]?.response.saved()
    await status
    expect(page.found().order.trackingNumber).toBe('TCS 1')
    page.saves[1]?.response.fails(new ShopError('unreachable'))
    await tracking
    expect(page.found()).toMatchObject({
      order: { status: 'shipped', trackingNumber: 'TCS 1' },
      saves: { status: 'saved', trackingNumber: 'unsaved' },
    })
  })

  it('rule 14.12: removes a tracking number', async () => {
    const page = await aLoadedOrder(anOrder({ trackingNumber: 'TCS 1' }))
    const done = page.detail.updateTracking('   ')
    page.saves[0]?.response.saved()
    await done
    expect(page.sent()).toEqual([{ trackingNumber: '' }])
    expect(page.found().order.trackingNumber).toBeUndefined()
  })

  it('after the end of the session shows no toast of its own', async () => {
    const page = await aLoadedOrder()
    const done = page.detail.updateStatus('shipped')
    page.saves[0]?.response.fails(new ShopError('forbidden'))
    await done
    expect(page.toasts).toEqual([])
  })
})

describe('a reload', () => {
  it('from before a change does not undo it', async () => {
    const page = await aLoadedOrder()
    const reloading = page.detail.load()
    const saving = page.detail.updateStatus('shipped')
    page.loads[1]?.(anOrder({ status: 'pending' }))
    await reloading
    expect(page.found().order.status).toBe('shipped')
    page.saves[0]?.response.saved()
    await saving
    expect(page.found().order.status).toBe('shipped')
  })

  it('rule 14.14: happens when the page is visible again, unless a change is not saved', async () => {
    const { show } = stubPage()
    const page = aPage()
    page.detail.start()
    page.loads[0]?.()
    await vi.waitFor(() => page.found())
    show('visible')
    page.loads[1]?.(anOrder({ status: 'delivered' }))
    await vi.waitFor(() => expect(page.found().order.status).toBe('delivered'))

    const saving = page.detail.updateStatus('cancelled')
    show('visible')
    page.saves[0]?.response.noRow()
    await saving
    show('visible')
    expect(page.loads).toHaveLength(2)
    expect(page.found().order.status).toBe('cancelled')
  })
})

describe('an order', () => {
  it('that is not there is undefined, and an invalid id is not requested', async () => {
    const fetchOrderInFull = vi.fn(async () => undefined)
    for (const orderId of ['QQQQQQQQ', '<script>']) {
      const detail = createOrderDetail({ orderId, fetchOrderInFull })
      await detail.load()
      expect(detail.$remote.get()).toMatchObject({ state: 'ready', value: undefined })
    }
    expect(fetchOrderInFull.mock.calls).toEqual([['QQQQQQQQ']])
  })

  it('that cannot be loaded is not missing, and is found on Retry', async () => {
    const fetchOrderInFull = vi
      .fn<NonNullable<OrderDetailOptions['fetchOrderInFull']>>(async () => ({
        order: anOrder(),
        earlier,
      }))
      .mockRejectedValueOnce(new ShopError('unreachable'))
    const detail = createOrderDetail({ orderId: 'ABCDEFGH', fetchOrderInFull })
    await detail.load()
    expect(detail.$remote.get()).toMatchObject({ state: 'failed' })
    await detail.load()
    expect(detail.$remote.get()).toMatchObject({ value: { order: { id: 'ABCDEFGH' } } })
  })
})
