import { beforeEach, describe, expect, it, vi } from 'vitest'
import { $couriers } from '#admin/parcels/couriers.ts'
import { someCouriers } from '#tests/support/couriers.ts'
import { aLoadedPage, aPage, withHistory } from '#tests/support/order-detail-page.ts'
import { anOrder } from '#tests/support/order-factories.ts'
import { stubPage } from '#tests/support/page-events.ts'
import { createOrderDetail } from './order-detail.store.ts'

beforeEach(() => $couriers.set(someCouriers))

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
})

describe('a reload', () => {
  it('from before a change does not undo it', async () => {
    const page = await aLoadedPage()
    page.dispatch.type({ status: 'shipped' })
    const reloading = page.load()
    await page.dispatch.updateStatus()
    await reloading
    expect(page.shown()?.status).toBe('shipped')
  })

  it('rule 14.14: happens when the page is visible again, keeps what is typed and says what changed', async () => {
    const { show } = stubPage()
    const page = aPage()
    page.start()
    await vi.waitFor(() => page.found())
    page.set({ status: 'processing' })
    show('visible')
    await vi.waitFor(() => expect(page.found().order.status).toBe('processing'))
    expect(page.meanwhile()).toBeUndefined()

    page.correction.type('city', 'Multan')
    page.dispatch.type({ trackingNumber: 'TCS 1' })
    page.set({ status: 'shipped' })
    show('visible')
    await vi.waitFor(() => expect(page.found().order.status).toBe('shipped'))
    expect(page.meanwhile()).toEqual(['Status: Processing → Shipped'])
    expect(page.correction.$form.get().typed).toEqual({ city: 'Multan' })
    expect(page.dispatch.$form.get().typed).toEqual({ trackingNumber: 'TCS 1' })
  })

  it('waits for a change that is being saved', async () => {
    const { show } = stubPage()
    const page = aPage()
    page.start()
    await vi.waitFor(() => page.found())
    page.dispatch.type({ status: 'shipped' })
    const done = page.dispatch.updateStatus()
    show('visible')
    expect(page.requests.fetchOrderWithHistory).toHaveBeenCalledOnce()
    await done
  })
})

describe('an order', () => {
  it('that is not there is undefined, and an invalid id is not requested', async () => {
    const fetchOrderWithHistory = vi.fn(async () => undefined)
    for (const typedId of ['QQQQQQQQ', '<script>']) {
      const detail = createOrderDetail({ typedId, fetchOrderWithHistory })
      await detail.load()
      expect(detail.$remote.get()).toMatchObject({ state: 'ready', value: undefined })
    }
    expect(fetchOrderWithHistory.mock.calls).toEqual([['QQQQQQQQ']])
  })

  it('rule 14.15: is found by its id in any case, with any spaces', async () => {
    const fetchOrderWithHistory = vi.fn(async () => withHistory(anOrder()))
    await createOrderDetail({ typedId: ' abcd efgh', fetchOrderWithHistory }).load()
    expect(fetchOrderWithHistory).toHaveBeenCalledExactlyOnceWith('ABCDEFGH')
  })
})

it('rule 21.20: an order is seen once it is on screen, not in a tab in the background', async () => {
  const { show } = stubPage()
  const page = aPage()
  show('hidden')
  await page.load()
  expect(page.requests.seeOrder).not.toHaveBeenCalled()
  show('visible')
  await page.load()
  expect(page.requests.seeOrder).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ id: 'ABCDEFGH', version: anOrder().version }),
  )
})
