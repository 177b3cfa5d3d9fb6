import { beforeEach, describe, expect, it, vi } from 'vitest'
import { $couriers } from '#admin/parcels/couriers.ts'
import { fromMinor } from '#kit/money.ts'
import { lineKey } from '#order/order-lines.ts'
import { product } from '#tests/support/catalogue.ts'
import { someCouriers } from '#tests/support/couriers.ts'
import { aLoadedPage } from '#tests/support/order-detail-page.ts'
import { anOrder } from '#tests/support/order-factories.ts'

beforeEach(() => $couriers.set(someCouriers))

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
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
        advance: 1000.5,
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
    const item = { id: product.id, size: size.label, price: fromMinor(price), quantity: 3 }
    expect(page.sent).toEqual([{ items: [item], total: fromMinor(price * 3) }])
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
    expect(page.correction.$form.get().problem).toContain('it may be saved or not')
    await page.correction.save()
    expect(page.row().order.shippingAddress.phone).toBe('03001234569')
  })

  it('that meets another price gets the prices of today, and shows them first', async () => {
    const page = await aLoadedPage()
    page.fetchSizes.mockResolvedValue(anOrder().items.map((item) => ({ ...item, price: 100 })))
    page.faults.push({ code: 'price_changed' })
    page.correction.typeLine(1, { quantity: '2' })
    await page.correction.save()
    expect(page.sent).toHaveLength(1)
    expect(page.correction.$form.get().problem).toContain('today’s prices now')
    await page.correction.save()
    expect(page.sent[1]).toMatchObject({ total: 4 })
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
    const key = lineKey({ id: product.id, size: product.sizes[0].label })
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
