import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Order } from '#features/orders/order.ts'
import { ShopError } from '#shared/shop-error.ts'
import { product } from '#tests/support/catalogue.ts'
import { anOrder } from '#tests/support/order-factories.ts'
import { stubPage } from '#tests/support/page-events.ts'
import type { Toast } from '#ui/toast.ts'
import { soldKey } from '../lines.ts'
import type { Booking, Correction, OrderInFull } from '../orders.ts'
import { unsavedSentence } from './booking.store.ts'
import { withBooking } from './booking.ts'
import { formatDifference } from './differences.ts'
import { createOrderDetail, type OrderRequests } from './order-detail.store.ts'

const earlier = { count: 0, pending: 0, processing: 0, shipped: 0, delivered: 0, cancelled: 0 }

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
})

afterEach(() => vi.unstubAllGlobals())

function inFull(order: Order, change: Partial<OrderInFull> = {}): OrderInFull {
  const more = { notes: [], changes: [], marks: [] }
  return { order, earlier, source: 'website', outcome: undefined, ...more, ...change }
}

/** An order's page before a database of one order, whose responses are the test's. */
function aPage(saved = anOrder()) {
  let row = inFull(saved)
  const toasts: Toast[] = []
  const sent: (Booking | Correction)[] = []
  /** What happens to the coming requests, in turn; else they are carried out. */
  const faults: ('lost' | 'response lost' | ShopError | { code: string; field?: string })[] = []

  function set(change: Partial<Order>, more: Partial<OrderInFull> = {}): void {
    row = { ...row, ...more, order: { ...row.order, version: row.order.version + 1, ...change } }
  }

  async function write(version: number, change: object, apply: () => void) {
    sent.push(change)
    const fault = faults.shift()
    if (fault instanceof ShopError) throw fault
    if (fault === 'lost') throw new ShopError('unreachable')
    if (fault !== undefined && fault !== 'response lost') return { ok: false as const, ...fault }
    if (version !== row.order.version)
      return { ok: false as const, code: 'stale', order: row.order }
    apply()
    if (fault === 'response lost') throw new ShopError('unreachable')
    return { ok: true as const, order: row.order }
  }

  const requests: Partial<OrderRequests> = {
    fetchOrderInFull: vi.fn(async () => row),
    bookOrder: (_, version, booking) =>
      write(version, booking, () => {
        const { order, outcome } = withBooking(row, booking)
        set(order, { outcome })
        row.order.version = version + 1
      }),
    correctOrder: (_, version, correction) =>
      write(version, correction, () => {
        const { shippingAddress = row.order.shippingAddress, purchase, extras } = correction
        const { advance = row.order.advance } = correction
        const total = purchase?.total ?? row.order.total
        const items = purchase ? (purchase.items as Order['items']) : row.order.items
        set({ shippingAddress, total, items, advance, ...extras })
      }),
    addNote: vi.fn(async () => ({ ok: true as const, notes: [] })),
    deleteNote: vi.fn(async () => ({ ok: true as const, notes: [] })),
    fetchSizes: vi.fn(async () => []),
    showToast: (toast) => toasts.push(toast),
  }
  const detail = createOrderDetail({ orderId: 'ABCDEFGH', ...requests })
  return {
    ...detail,
    requests,
    toasts,
    sent,
    faults,
    set,
    row: () => row,
    found() {
      const view = detail.$remote.get()
      if (view.state !== 'ready' || !view.value) throw new Error(`The order is ${view.state}`)
      return view.value
    },
    shown: () => {
      const view = detail.$remote.get()
      const found = view.state === 'ready' ? view.value : undefined
      return found && withBooking(found, detail.booking.$form.get().pending).order
    },
    meanwhile: () => detail.$meanwhile.get()?.map(formatDifference),
  }
}

async function aLoadedPage(saved?: Order) {
  const page = aPage(saved)
  await page.load()
  return page
}

describe('the booking', () => {
  it('rule 14.10: shows before it is saved, and then brings its history', async () => {
    const page = await aLoadedPage()
    page.booking.type('status', 'shipped')
    const done = page.booking.updateStatus()
    expect(page.shown()?.status).toBe('shipped')
    expect(page.booking.isSaving()).toBe(true)
    expect(page.toasts).toEqual([])
    await done
    expect(page.booking.$form.get()).toMatchObject({ typed: {}, pending: {}, isSaving: false })
    await vi.waitFor(() => expect(page.requests.fetchOrderInFull).toHaveBeenCalledTimes(2))
    expect(page.toasts).toEqual([
      { title: 'Order updated', description: 'The status is now Shipped' },
    ])
  })

  it('is one form, of which Update Tracking saves courier and number only', async () => {
    const page = await aLoadedPage()
    page.booking.type('status', 'shipped')
    page.booking.type('courier', 'postex')
    page.booking.type('trackingNumber', '  CN ۱۲۳ ')
    await page.booking.updateTracking()
    expect(page.booking.$form.get().typed).toEqual({ status: 'shipped' })
    await page.booking.updateStatus()
    expect(page.sent).toEqual([
      { courier: 'postex', trackingNumber: 'CN 123' },
      { status: 'shipped' },
    ])
    page.booking.type('status', 'cancelled')
    page.booking.type('outcome', 'refused')
    page.booking.type('courier', '')
    page.booking.type('trackingNumber', ' ')
    await page.booking.updateStatus()
    expect(page.sent.at(-1)).toEqual({
      status: 'cancelled',
      outcome: 'refused',
      courier: null,
      trackingNumber: null,
    })
    expect(page.found().outcome).toBe('refused')
  })

  it('is not sent where nothing differs, nor twice, nor with a number that the database refuses', async () => {
    const page = await aLoadedPage(anOrder({ trackingNumber: 'TCS 1' }))
    page.booking.type('status', 'pending')
    page.booking.type('trackingNumber', '  TCS 1 ')
    await page.booking.updateStatus()
    for (const wrong of ['<b>', '-1', 'x'.repeat(65), 'ایک']) {
      page.booking.type('trackingNumber', wrong)
      await page.booking.updateTracking()
    }
    expect(page.sent).toEqual([])
    page.booking.type('trackingNumber', 'TCS 2')
    await Promise.all([page.booking.updateTracking(), page.booking.updateStatus()])
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
      page.booking.type('status', 'shipped')
      await page.booking.updateStatus()
      page.booking.type('trackingNumber', 'TCS 1')
      await page.booking.updateTracking()
      const { pending } = page.booking.$form.get()
      expect(unsavedSentence(pending)).toBe('The status and the tracking number are not saved.')
      expect(page.shown()).toMatchObject({ status: 'shipped', trackingNumber: 'TCS 1' })
      const description =
        title === 'Update failed'
          ? 'There was a problem updating the order status'
          : 'Order updated locally only'
      expect(page.toasts.map((toast) => [toast.title, toast.description])).toEqual([
        [title, description],
        [title, description],
      ])
      await page.booking.retry()
      expect(page.row().order).toMatchObject({ status: 'shipped', trackingNumber: 'TCS 1' })
      expect(page.booking.$form.get()).toMatchObject({ typed: {}, pending: {} })
    },
  )

  it('whose response was lost is saved once, and Retry says that it is', async () => {
    const page = await aLoadedPage()
    page.faults.push('response lost')
    page.booking.type('status', 'shipped')
    await page.booking.updateStatus()
    expect(unsavedSentence(page.booking.$form.get().pending)).toBe('The status is not saved.')
    await page.booking.retry()
    expect(page.row().order.version).toBe(2)
    expect(page.meanwhile()).toBeUndefined()
    expect(page.toasts.at(-1)?.title).toBe('Order updated')
    expect(page.booking.$form.get()).toMatchObject({ typed: {}, pending: {} })
  })

  it('that is stale changes nothing, says what changed, and stays typed', async () => {
    const page = await aLoadedPage()
    page.set({ status: 'shipped', courier: 'postex', trackingNumber: 'CN 1' })
    page.booking.type('status', 'cancelled')
    await page.booking.updateStatus()
    expect(page.row().order.status).toBe('shipped')
    expect(page.shown()?.status).toBe('shipped')
    expect(page.meanwhile()).toEqual([
      'Status: Pending → Shipped',
      'Courier: none → PostEx',
      'Tracking Number: none → CN 1',
    ])
    expect(page.booking.$form.get()).toMatchObject({ typed: { status: 'cancelled' }, pending: {} })
    await page.booking.updateStatus()
    expect(page.row().order.status).toBe('cancelled')
    expect(page.meanwhile()).toBeUndefined()
  })

  it('with a number that only the database refuses names it at the field, without Retry', async () => {
    const page = await aLoadedPage()
    page.faults.push({ code: 'tracking_invalid', field: 'trackingNumber' })
    page.booking.type('trackingNumber', 'TCS 1')
    await page.booking.updateTracking()
    expect(page.booking.$form.get()).toMatchObject({
      typed: { trackingNumber: 'TCS 1' },
      pending: {},
      refused: 'TCS 1',
    })
    expect(page.toasts).toEqual([])
  })

  it('after the end of the session shows no toast of its own', async () => {
    const page = await aLoadedPage()
    page.faults.push(new ShopError('forbidden'))
    page.booking.type('status', 'shipped')
    await page.booking.updateStatus()
    expect(page.toasts).toEqual([])
  })
})

describe('the correction', () => {
  it('sends only what differs, and what is typed is the order then', async () => {
    const page = await aLoadedPage()
    page.correction.type('city', ' Multan ')
    page.correction.type('riderNote', 'Ring twice')
    page.correction.type('advance', '۱,۰۰۰.5')
    await page.correction.save()
    const { shippingAddress } = anOrder()
    expect(page.sent).toEqual([
      {
        shippingAddress: { ...shippingAddress, city: 'Multan' },
        extras: { riderNote: 'Ring twice' },
        advance: 100_050,
      },
    ])
    expect(page.correction.isTyped()).toBe(false)
    expect(page.toasts.map(({ title }) => title)).toEqual(['Order corrected'])
  })

  it('of a line sends all lines with the prices and the total of today', async () => {
    const page = await aLoadedPage()
    page.correction.typeLine(0, { quantity: '0' })
    page.correction.typeLine(1, { quantity: '۳' })
    await page.correction.save()
    const [size] = product.sizes
    const price = size.discountPrice ?? size.price
    const [item] = [{ id: product.id, name: product.name, size: size.label, price, quantity: 3 }]
    expect(page.sent).toEqual([{ purchase: { items: [item], total: price * 3 } }])
  })

  it('is stopped at its fields, and nothing typed is lost', async () => {
    const page = await aLoadedPage()
    page.correction.type('phone', '12')
    page.correction.typeLine(0, { quantity: 'many' })
    await page.correction.save()
    expect(page.sent).toEqual([])
    expect(page.correction.$form.get()).toMatchObject({ checks: 1, typed: { phone: '12' } })

    page.correction.discard()
    page.faults.push({ code: 'phone_invalid', field: 'phone' }, { code: 'advance_invalid' }, 'lost')
    page.correction.type('phone', '03001234568')
    await page.correction.save()
    expect(page.correction.$form.get()).toMatchObject({
      refused: { phone: 'Please enter a valid phone number' },
      typed: { phone: '03001234568' },
    })
    page.correction.type('phone', '03001234569')
    expect(page.correction.$form.get().refused).toEqual({})
    await page.correction.save()
    expect(page.correction.$form.get().refused).toHaveProperty('advance')
    await page.correction.save()
    expect(page.correction.$form.get().problem).toContain('could not be reached')
    await page.correction.save()
    expect(page.row().order.shippingAddress.phone).toBe('03001234569')
  })

  it('that meets another price gets the prices of today, and shows them first', async () => {
    const page = await aLoadedPage()
    const sizes = anOrder().items.map((item) => ({ ...item, price: 100 }))
    page.requests.fetchSizes = vi.fn()
    page.faults.push({ code: 'price_changed' })
    const detail = createOrderDetail({
      orderId: 'ABCDEFGH',
      ...page.requests,
      fetchSizes: async () => sizes,
    })
    await detail.load()
    detail.correction.typeLine(1, { quantity: '2' })
    await detail.correction.save()
    expect(page.sent).toHaveLength(1)
    expect(detail.correction.$form.get().problem).toContain('today’s prices now')
    await detail.correction.save()
    expect(page.sent[1]).toMatchObject({ purchase: { total: 400 } })
  })

  it('of an order that was booked meanwhile says how to clear the booking', async () => {
    const page = await aLoadedPage()
    page.correction.type('city', 'Multan')
    page.set({ courier: 'postex', booked: true })
    await page.correction.save()
    expect(page.meanwhile()).toEqual(['Courier: none → PostEx'])
    expect(page.correction.$form.get()).toMatchObject({
      typed: { city: 'Multan' },
      problem: expect.stringContaining('set its courier to None'),
    })
    page.set({ courier: undefined, booked: false })
    await page.load()
    await page.correction.save()
    expect(page.row().order.shippingAddress.city).toBe('Multan')
  })

  it('whose response was lost is saved once', async () => {
    const page = await aLoadedPage()
    page.faults.push('response lost')
    page.correction.type('city', 'Multan')
    await page.correction.save()
    expect(page.correction.isTyped()).toBe(true)
    await page.correction.save()
    expect(page.row().order.version).toBe(2)
    expect(page.correction.isTyped()).toBe(false)
    expect(page.meanwhile()).toBeUndefined()
  })

  it('of a new line is one more line', async () => {
    const page = await aLoadedPage(anOrder({ items: anOrder().items.slice(0, 1) }))
    const key = soldKey({ id: product.id, size: product.sizes[0].label })
    page.correction.typeLine(1, { product: key })
    page.correction.typeLine(1, { product: '' })
    expect(page.correction.isTyped()).toBe(false)
    page.correction.typeLine(1, { product: key })
    page.correction.typeLine(1, { quantity: '4' })
    await page.correction.save()
    expect(page.row().order.items.map(({ id, quantity }) => [id, quantity])).toEqual([
      [anOrder().items[0]?.id, 2],
      [product.id, 4],
    ])
  })
})

describe('a note', () => {
  it('that is blank or too long is not sent, and what was written stays', async () => {
    const page = await aLoadedPage()
    for (const text of ['  ', 'x'.repeat(1001)]) {
      page.notes.type(text)
      await page.notes.add()
      expect(page.notes.$form.get()).toMatchObject({ text, problem: expect.any(String) })
    }
    expect(page.requests.addNote).not.toHaveBeenCalled()
  })

  it('that was not saved stays written; one whose response was lost is saved once', async () => {
    const page = await aLoadedPage()
    const note = { id: 1, at: '2026-11-22T08:00:00Z', note: 'Call first' }
    const addNote = vi.mocked(page.requests.addNote as OrderRequests['addNote'])
    addNote.mockRejectedValueOnce(new ShopError('unreachable'))
    page.notes.type(' Call first ')
    await page.notes.add()
    expect(page.notes.$form.get()).toMatchObject({
      text: ' Call first ',
      problem: expect.stringContaining('not saved'),
    })
    // The response was lost, not the note.
    page.set({}, { notes: [note] })
    await page.notes.add()
    expect(addNote).toHaveBeenCalledOnce()
    expect(page.notes.$form.get().text).toBe('')
    expect(page.found().notes).toEqual([note])
    await page.notes.remove(1)
    expect(page.found().notes).toEqual([])
  })
})

describe('a reload', () => {
  it('from before a change does not undo it', async () => {
    const page = await aLoadedPage()
    page.booking.type('status', 'shipped')
    const reloading = page.load()
    await page.booking.updateStatus()
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
    page.booking.type('trackingNumber', 'TCS 1')
    page.set({ status: 'shipped' })
    show('visible')
    await vi.waitFor(() => expect(page.found().order.status).toBe('shipped'))
    expect(page.meanwhile()).toEqual(['Status: Processing → Shipped'])
    expect(page.correction.$form.get().typed).toEqual({ city: 'Multan' })
    expect(page.booking.$form.get().typed).toEqual({ trackingNumber: 'TCS 1' })
  })

  it('waits for a change that is being saved', async () => {
    const { show } = stubPage()
    const page = aPage()
    page.start()
    await vi.waitFor(() => page.found())
    page.booking.type('status', 'shipped')
    const done = page.booking.updateStatus()
    show('visible')
    expect(page.requests.fetchOrderInFull).toHaveBeenCalledOnce()
    await done
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
      .fn<OrderRequests['fetchOrderInFull']>(async () => inFull(anOrder()))
      .mockRejectedValueOnce(new ShopError('unreachable'))
    const detail = createOrderDetail({ orderId: 'ABCDEFGH', fetchOrderInFull })
    await detail.load()
    expect(detail.$remote.get()).toMatchObject({ state: 'failed' })
    await detail.load()
    expect(detail.$remote.get()).toMatchObject({ value: { order: { id: 'ABCDEFGH' } } })
  })
})
