import { beforeEach, describe, expect, it, vi } from 'vitest'
import { $couriers } from '#admin/parcels/couriers.ts'
import { ShopError } from '#kit/remote/shop-error.ts'
import { someCouriers } from '#tests/support/couriers.ts'
import { aLoadedPage } from '#tests/support/order-detail-page.ts'
import { anOrder } from '#tests/support/order-factories.ts'

beforeEach(() => $couriers.set(someCouriers))

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
})

describe('the form of status, courier and number', () => {
  it('rule 14.10: shows before it is saved, and then brings its history', async () => {
    const page = await aLoadedPage()
    page.dispatch.type({ status: 'shipped' })
    const done = page.dispatch.updateStatus()
    expect(page.shown()?.status).toBe('shipped')
    expect(page.dispatch.isSaving()).toBe(true)
    expect(page.toasts).toEqual([])
    await done
    expect(page.dispatch.$form.get()).toMatchObject({ typed: {}, row: undefined })
    await vi.waitFor(() => expect(page.requests.fetchOrderWithHistory).toHaveBeenCalledTimes(2))
    expect(page.toasts).toMatchObject([
      {
        title: 'Order updated',
        description: 'ABCDEFGH: The status is now Shipped',
        action: { label: 'Undo' },
      },
    ])
  })

  it('rule 21.46: an order that may not leave is not saved; where that is only asked, it is after a yes', async () => {
    const page = await aLoadedPage()
    page.dispatch.type({ status: 'shipped' })
    page.set({}, { reasons: ['unconfirmed'] })
    await page.load()
    await page.dispatch.updateStatus()
    expect(page.sent).toEqual([])
    const change = { status: 'shipped' }
    expect(page.dispatch.$form.get()).toMatchObject({
      typed: change,
      row: undefined,
      stopped: { change, reasons: ['unconfirmed'] },
    })
    expect(page.toasts).toEqual([])
    await page.dispatch.saveAllTheSame()
    const { id } = page.found().order
    expect(page.requests.sendAct).toHaveBeenLastCalledWith(
      expect.objectContaining({ rows: [{ id, version: 2, ...change, include: ['unconfirmed'] }] }),
    )
    expect(page.shown()?.status).toBe('shipped')
  })

  it('rule 21.46: what was included for its number is not asked again for its status', async () => {
    const page = await aLoadedPage()
    page.set({}, { reasons: ['unconfirmed'] })
    await page.load()
    vi.mocked(page.requests.fetchOrderWithHistory).mockReturnValue(new Promise(() => {}))
    page.dispatch.type({ trackingNumber: 'CN 1' })
    await page.dispatch.updateTracking()
    await page.dispatch.saveAllTheSame()
    page.dispatch.type({ status: 'shipped' })
    await page.dispatch.updateStatus()
    expect(page.sent).toEqual([{ trackingNumber: 'CN 1' }, { status: 'shipped' }])
  })

  it('rule 14.9: Update Status saves status and outcome, Update Tracking courier and number', async () => {
    const page = await aLoadedPage()
    page.dispatch.type({ courier: 'postex' })
    page.dispatch.type({ trackingNumber: '  CN ۱۲۳ ' })
    await page.dispatch.updateStatus()
    expect(page.sent).toEqual([])
    page.dispatch.type({ status: 'cancelled' })
    page.dispatch.type({ outcome: 'refused' })
    await page.dispatch.updateTracking()
    expect(page.dispatch.$form.get().typed).toEqual({ status: 'cancelled', outcome: 'refused' })
    page.dispatch.type({ courier: null })
    page.dispatch.type({ trackingNumber: ' ' })
    await page.dispatch.updateStatus()
    expect(page.dispatch.$form.get().typed).toEqual({ courier: null, trackingNumber: ' ' })
    await page.dispatch.updateTracking()
    expect(page.sent).toEqual([
      { courier: 'postex', trackingNumber: 'CN 123' },
      { status: 'cancelled', outcome: 'refused' },
      { courier: null, trackingNumber: null },
    ])
    expect(page.found().order.outcome).toBe('refused')
  })

  it('rule 21.22: saves the reason of a cancellation, which the page shows at once', async () => {
    const page = await aLoadedPage(anOrder({ status: 'cancelled' }))
    page.dispatch.type({ endReason: 'fake' })
    await page.dispatch.updateStatus()
    expect(page.sent).toEqual([{ endReason: 'fake' }])
    expect(page.found().endReason).toBe('fake')
    expect(page.dispatch.isTyped()).toBe(false)
  })

  it('is not sent where nothing differs, nor twice, nor with a number that the database refuses', async () => {
    const page = await aLoadedPage(anOrder({ trackingNumber: 'TCS 1' }))
    page.dispatch.type({ status: 'pending' })
    page.dispatch.type({ trackingNumber: '  TCS 1 ' })
    // Only a cancelled order has an outcome.
    page.dispatch.type({ outcome: 'refused' })
    await page.dispatch.updateStatus()
    for (const wrong of ['<b>', '-1', 'x'.repeat(65), 'ایک']) {
      page.dispatch.type({ trackingNumber: wrong })
      await page.dispatch.updateTracking()
    }
    expect(page.sent).toEqual([])
    page.dispatch.type({ trackingNumber: 'TCS 2' })
    await Promise.all([page.dispatch.updateTracking(), page.dispatch.updateStatus()])
    expect(page.sent).toEqual([{ trackingNumber: 'TCS 2' }])
  })

  it.each([
    ['matches no order', { code: 'not_found' }, 'Supabase update failed'],
    ['is refused', new ShopError('refused'), 'Supabase update failed'],
    ['is lost', 'lost', 'Update failed'],
  ] as const)(
    'rules 14.10, 18.34 and 18.35: that %s stays on screen as not saved, until Retry',
    async (_, fault, title) => {
      const page = await aLoadedPage()
      page.faults.push(fault, fault)
      page.dispatch.type({ status: 'shipped' })
      await page.dispatch.updateStatus()
      page.dispatch.type({ trackingNumber: 'TCS 1' })
      await page.dispatch.updateTracking()
      expect(page.unsaved()).toBe('The status and the tracking number are not saved.')
      expect(page.shown()).toMatchObject({ status: 'shipped', trackingNumber: 'TCS 1' })
      const description =
        title === 'Update failed'
          ? 'There was a problem updating the order status'
          : 'Order updated locally only'
      expect(page.toasts.map((toast) => [toast.title, toast.description])).toEqual([
        [title, description],
        [title, description],
      ])
      await page.dispatch.retry()
      expect(page.row().order).toMatchObject({ status: 'shipped', trackingNumber: 'TCS 1' })
      expect(page.dispatch.$form.get()).toMatchObject({ typed: {}, row: undefined })
    },
  )

  it('that was not saved is replaced by what is typed then', async () => {
    const page = await aLoadedPage()
    page.faults.push('lost')
    page.dispatch.type({ courier: 'tcs' })
    page.dispatch.type({ trackingNumber: 'TCS 1' })
    await page.dispatch.updateTracking()
    page.dispatch.type({ trackingNumber: 'TCS 2' })
    expect(page.shown()).toMatchObject({ trackingNumber: undefined, courier: 'tcs' })
    expect(page.unsaved()).toBe('The courier is not saved.')
    await page.dispatch.retry()
    expect(page.sent.at(-1)).toEqual({ courier: 'tcs' })
    expect(page.dispatch.$form.get().typed).toEqual({ trackingNumber: 'TCS 2' })
  })

  it('D43 whose response was lost is saved once, and Retry says that it is', async () => {
    const page = await aLoadedPage()
    page.faults.push('response lost')
    page.dispatch.type({ status: 'shipped' })
    await page.dispatch.updateStatus()
    expect(page.unsaved()).toBe('The status is not saved.')
    await page.dispatch.retry()
    expect(page.row().order.version).toBe(2)
    expect(page.meanwhile()).toBeUndefined()
    expect(page.toasts.at(-1)?.title).toBe('Order updated')
    expect(page.dispatch.$form.get()).toMatchObject({ typed: {}, row: undefined })
  })

  it('that is stale changes nothing, says what changed, and stays typed', async () => {
    const page = await aLoadedPage()
    page.set({ status: 'shipped', courier: 'postex', trackingNumber: 'CN 1' })
    page.dispatch.type({ status: 'cancelled' })
    page.dispatch.type({ courier: 'postex' })
    await page.dispatch.updateStatus()
    expect(page.row().order.status).toBe('shipped')
    expect(page.shown()?.status).toBe('shipped')
    expect(page.meanwhile()).toEqual([
      'Status: Pending → Shipped',
      'Courier: none → PostEx',
      'Tracking Number: none → CN 1',
    ])
    // What somebody else did as well is not typed any more.
    expect(page.dispatch.$form.get()).toMatchObject({
      typed: { status: 'cancelled' },
      row: undefined,
    })
    await page.dispatch.updateStatus()
    expect(page.row().order.status).toBe('cancelled')
    expect(page.meanwhile()).toBeUndefined()
  })

  it('tells an own Undo from what changed meanwhile', async () => {
    const page = await aLoadedPage()
    page.dispatch.type({ trackingNumber: 'CN 1' })
    await page.dispatch.updateTracking()
    page.dispatch.type({ trackingNumber: 'CN 2' })
    page.set({ trackingNumber: undefined })
    page.toasts[0]?.action?.run()
    await vi.waitFor(() => expect(page.found().order.trackingNumber).toBeUndefined())
    expect(page.meanwhile()).toBeUndefined()
  })

  it('with a number that only the database refuses names it at the field, without Retry', async () => {
    const page = await aLoadedPage()
    page.faults.push({ code: 'tracking_invalid', field: 'trackingNumber' })
    page.dispatch.type({ trackingNumber: 'TCS 1' })
    await page.dispatch.updateTracking()
    expect(page.dispatch.$form.get()).toMatchObject({
      typed: { trackingNumber: 'TCS 1' },
      row: undefined,
      refused: 'TCS 1',
    })
    expect(page.toasts).toEqual([])
  })

  it('after the end of the session shows no toast of its own', async () => {
    const page = await aLoadedPage()
    page.faults.push(new ShopError('forbidden'))
    page.dispatch.type({ status: 'shipped' })
    await page.dispatch.updateStatus()
    expect(page.toasts).toEqual([])
  })
})
