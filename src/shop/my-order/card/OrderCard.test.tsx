import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { phoneHref } from '#config/contact-links.ts'
import { settings } from '#config/settings.ts'
import { deviceStorage } from '#kit/storage/device-storage.ts'
import { ORDERS_KEY, rememberOrder } from '#order/device/order-key.ts'
import type { Order, ParcelNews } from '#order/order.ts'
import { ORDER_STATUSES, statusDefinition } from '#order/status.ts'
import { NEXT_OF_PARCEL } from '#order/texts/order-words.ts'
import { changesByMessage } from '#shop/my-order/change/ChangeByMessage.tsx'
import { OrderChanges } from '#shop/my-order/change/OrderChanges.tsx'
import { thanksFor } from '#shop/my-order/confirmation/ConfirmationLoading.tsx'
import { sentenceOf } from '#shop/my-order/notices/NoticesForm.tsx'
import { OrderNotices } from '#shop/my-order/notices/OrderNotices.tsx'
import { isOrderAgainFirst } from '#shop/my-order/page/first-thing.ts'
import { announcementOf } from '#shop/my-order/page/LoadedOrder.tsx'
import { OrderProvider } from '#shop/my-order/page/OrderProvider.tsx'
import { OrderQuestions } from '#shop/my-order/page/OrderQuestions.tsx'
import { createOrderStore } from '#shop/my-order/page/order.store.ts'
import { ReceiptSum } from '#shop/my-order/page/Receipt.tsx'
import { WhereIsIt } from '#shop/my-order/page/WhereIsIt.tsx'
import { anOrder } from '#tests/support/order-factories.ts'
import { CardLinks } from './CardLinks.tsx'
import { OrderCard } from './OrderCard.tsx'
import { asksToWrite } from './OrderMessages.tsx'

const saved = { ...settings }
beforeEach(() => {
  vi.stubGlobal('navigator', { userAgent: 'Chrome' })
  deviceStorage.remove(ORDERS_KEY)
})
afterEach(() => {
  Object.assign(settings, saved)
})

/** The words about an order, and where their links lead. */
function shownFor(change: Partial<Order> = {}) {
  const order = anOrder({ total: 389_700, ...change })
  const html = renderToStaticMarkup(
    <>
      <OrderCard order={order}>
        <WhereIsIt order={order} />
        <CardLinks order={order} />
      </OrderCard>
      <OrderQuestions order={order} />
    </>,
  )
  const hrefs = Array.from(html.matchAll(/href="([^"]*)"/g), ([, href = '']) => href)
  return { text: html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' '), hrefs }
}

const hasFile = ({ hrefs }: ReturnType<typeof shownFor>) =>
  hrefs.some((href) => href.startsWith('data:'))

const hasDate = ({ text, hrefs }: ReturnType<typeof shownFor>) =>
  text.includes('November 28, 2026') || hrefs.some((href) => href.startsWith('data:'))

test('rules 7.23 and 7.43: an open order has cash, day, status, what happens next, and whom to ask', () => {
  const { text, hrefs } = shownFor()
  expect(text).toContain('Pay 3897.00 in cash')
  expect(text).toContain('Estimated Delivery November 28, 2026 Status Pending')
  expect(text).toContain('Is something wrong with it?')
  expect(text).not.toContain('May I open it?')
  expect(text).toContain('Who can I call?')
  expect(hrefs).toContain('/returns')
  expect(hrefs).toContain(phoneHref)
})

test('rule 7.23: where the settings allow it, the page says that a parcel may be opened before it is paid', () => {
  Object.assign(settings, { mayOpenParcel: true })
  expect(shownFor().text).toContain('May I open it? Yes. You may open the parcel before you pay.')
  expect(shownFor({ status: 'delivered' }).text).not.toContain('May I open it?')
})

// The clock of the device is a year ahead: only that of the database counts.
test.each([
  ['on the day', '2026-11-28T18:59:00Z', 'pending', 'Estimated Delivery November 28, 2026', 1],
  ['the day after, in the zone of the shop', '2026-11-28T19:00:00Z', 'pending', 'It is late', 0],
  ['on its way', '2026-12-01T05:00:00Z', 'shipped', 'It is late', 0],
  ['when it has come', '2026-12-01T05:00:00Z', 'delivered', 'It has come.', 0],
] as const)('rule 7.40: when it comes, %s', (_, asOf, status, sentence, files) => {
  vi.setSystemTime('2027-12-01T05:00:00Z')
  const { text, hrefs } = shownFor({ trackingHistory: [], status, asOf })
  expect(text).toContain(sentence)
  expect(hrefs.filter((href) => href.startsWith('data:'))).toHaveLength(files)
})

test('rule 7.24: what no longer holds is not said', () => {
  const booked = shownFor({ status: 'processing', booked: true }).text
  expect(booked).toContain('Your parcel is booked with the courier')
  expect(booked).not.toContain('Next, we hand your parcel')
  const at = '2026-11-01T05:00:00Z'
  const old = shownFor({
    status: 'delivered',
    trackingHistory: [{ status: 'delivered', at, by: 'admin' }],
  })
  expect(old.text).toContain('Your parcel is with you.')
  expect(old.text).not.toContain('within 3 days')
  expect(old.text).not.toContain('Estimated Delivery')
  expect(shownFor().text).toContain('You pay nothing before.')
  expect(shownFor({ advance: 100_000 }).text).not.toContain('You pay nothing before.')
  expect(shownFor({ total: 0, replaces: 'QQQQQQQQ' }).text).not.toContain('You pay nothing before.')
  const request = { kind: 'damaged', text: 'It leaks', at, state: 'open' } as const
  const reported = shownFor({ status: 'delivered', trackingHistory: [], request })
  expect(reported.text).toContain('Your parcel is with you.')
  expect(reported.text).not.toContain('within 3 days')
  expect(shownFor({ status: 'shipped' }).text).toContain('gave us no tracking number')
})

test('rule 7.14: a masked page names no courier and number as hidden before there is one', () => {
  const hidden = 'Your phone number shows the courier'
  expect(shownFor({ masked: true, booked: true }).text).toContain(hidden)
  expect(shownFor({ masked: true, status: 'shipped', booked: true }).text).toContain(hidden)
  expect(shownFor({ masked: true }).text).not.toMatch(/phone number shows|will stand here/)
})

test('rule 7.51: in the browser of another app there is no calendar file, which it would drop', () => {
  expect(hasFile(shownFor())).toBe(true)
  vi.stubGlobal('navigator', { userAgent: 'Android 13; wv) [FBAN/FB4A]' })
  expect(hasFile(shownFor())).toBe(false)
})

test.each(Object.entries(NEXT_OF_PARCEL) as [ParcelNews, string][])(
  'rule 22.5: of a parcel that is %s the card says so, instead of what comes next',
  (parcelState, sentence) => {
    const { text } = shownFor({ status: 'shipped', parcelState })
    expect(text).toContain(sentence)
    expect(text).not.toContain(statusDefinition('shipped').next)
  },
)

const late = { status: 'shipped', asOf: '2026-12-01T05:00:00Z' } as const

test.each(['returning', 'lost'] as const)(
  'rule 7.40: of a parcel that is %s there is no cash, no date and nothing to keep',
  (parcelState) => {
    const shown = shownFor({ ...late, parcelState })
    expect(shown.text).not.toMatch(
      /in cash|Estimated Delivery|It is late|Tell someone at home|The rider will call/,
    )
    expect(hasFile(shown)).toBe(false)
  },
)

test('rule 7.40: the advance of a lost parcel is still said', () => {
  const { text } = shownFor({ status: 'shipped', parcelState: 'lost', advance: 100_000 })
  expect(text).toContain('You have paid 1000.00 in advance.')
})

test('rule 7.40: of a parcel whose delivery failed the card does not say that it is late', () => {
  expect(shownFor({ ...late, parcelState: 'attempt_failed' }).text).not.toContain('It is late')
})

test('rule 7.40: of a parcel on its way, no notice is offered once it is on its way back', () => {
  rememberOrder({ id: 'ABCDEFGH', token: 'a'.repeat(32) }, '03001234567')
  const shown = (change: Partial<Order>) =>
    renderToStaticMarkup(<OrderNotices order={anOrder({ status: 'shipped', ...change })} />)
  expect(shown({})).toContain('Tell me when it arrives')
  expect(shown({ parcelState: 'returning' })).toBe('')
})

test('rule 24.9: who is told of an order that is sent is told of its arrival alone', () => {
  expect(sentenceOf('pending', false)).toContain('when it is sent')
  for (const isTold of [true, false]) expect(sentenceOf('shipped', isTold)).not.toContain('sent')
})

test('rules 7.28 and 18.19: receipt and announcement of a cancelled order say that its advance is paid back', () => {
  const endings = (change: Partial<Order>) => {
    const order = anOrder({ status: 'cancelled', advance: 9_700, ...change })
    return [<ReceiptSum key="receipt" order={order} />, announcementOf(order)].map((part) =>
      renderToStaticMarkup(part).replace(/<[^>]+>/g, ''),
    )
  }
  const paidBack = 'We pay it back, if we have not yet.'
  const [receipt, announced] = endings({})
  expect(receipt).toBe(`Paid in advance: Rs 97.00${paidBack}`)
  expect(announced).toBe(
    `Your order was cancelled. Nothing will be sent and you owe nothing. You paid 97.00 in advance. ${paidBack}`,
  )
  for (const part of [...endings({ joined: true }), ...endings({ advance: 0 })])
    expect(part).not.toContain(paidBack)
})

test('rule 7.56: who may not change an order is offered a message, but neither its device, nor a masked page, nor of one that does not come', () => {
  const offers = (change: Partial<Order>) => changesByMessage(anOrder(change))
  expect(offers({ mayChange: false })).toBe(true)
  expect(offers({ mayChange: false, status: 'shipped' })).toBe(true)
  // By the code of a confirm link.
  expect(offers({ mayChange: true })).toBe(false)
  expect(offers({ mayChange: false, masked: true })).toBe(false)
  expect(offers({ mayChange: false, status: 'delivered' })).toBe(false)
  expect(offers({ mayChange: false, status: 'shipped', parcelState: 'lost' })).toBe(false)
  rememberOrder({ id: 'ABCDEFGH', token: 'a'.repeat(32) }, '03001234567')
  expect(offers({ mayChange: false })).toBe(false)
})

test('rule 7.45: of a parcel that does not come nothing is said of changing it', () => {
  rememberOrder({ id: 'ABCDEFGH', token: 'a'.repeat(32) }, '03001234567')
  vi.stubGlobal('location', { hash: '' })
  const order = anOrder({ status: 'shipped', booked: true })
  const shown = (parcelState?: ParcelNews) =>
    renderToStaticMarkup(
      <OrderProvider store={createOrderStore(order.id)}>
        <OrderChanges order={{ ...order, parcelState }} />
      </OrderProvider>,
    )
  expect(shown()).toContain('can no longer be changed here')
  expect([shown('returning'), shown('lost')]).toEqual(['', ''])
})

test('rule 7.44: who has a replacement to come is not asked to write for it', () => {
  expect(asksToWrite(anOrder())).toBe(true)
  expect(asksToWrite(anOrder({ total: 0, replaces: 'BCDEFGHJ' }))).toBe(false)
})

test('rule 7.40: the confirmation of a parcel that does not come does not say that it is on its way', () => {
  const thanks = (parcelState?: ParcelNews) =>
    thanksFor(anOrder({ status: 'shipped', parcelState }))
  expect([thanks(), thanks('lost'), thanks('returning')]).toEqual(['It is on its way.', '', ''])
})

test('rule 7.24: each status says what happens next, in words of its own', () => {
  const sentences = ORDER_STATUSES.map((status) => statusDefinition(status).next)
  expect(new Set(sentences).size).toBe(ORDER_STATUSES.length)
  for (const status of ORDER_STATUSES.filter((name) => name !== 'cancelled')) {
    expect(shownFor({ status }).text).toContain(statusDefinition(status).next)
  }
})

test('rule 7.23: the cash is what the courier collects', () => {
  expect(shownFor({ advance: 9_700 }).text).toContain('3800.00 in cash')
  expect(shownFor({ advance: 9_700 }).text).toContain('You have paid 97.00 in advance')
  expect(shownFor({ advance: 389_700 }).text).toContain(
    'Nothing to pay at your door. You have paid 3897.00',
  )
  expect(shownFor({ status: 'delivered' }).text).toContain('Nothing more is due.')
})

test('rule 21.30: a replacement says what it replaces, and that nothing is to be paid', () => {
  const shown = shownFor({ total: 0, replaces: 'BCDEFGHJ' })
  expect(shown.text).toContain('Nothing to pay at your door.')
  expect(shown.text).toContain('This parcel replaces items of order BCDEFGHJ')
  expect(shown.hrefs).toContain('/order/tracking/BCDEFGHJ')
})

test('rule 7.23: the parcel is linked at its courier, and named where the courier has no page', () => {
  const parcel = { status: 'shipped', trackingNumber: 'PX 1' } as const
  const trackingPage = 'https://postex.pk/tracking?cn=PX%201'
  expect(
    shownFor({ ...parcel, courier: 'postex', courierName: 'PostEx', trackingPage }),
  ).toMatchObject({
    text: expect.stringContaining('PostEx Track parcel PX 1'),
    hrefs: expect.arrayContaining([trackingPage]),
  })
  const rider = shownFor({ ...parcel, courier: 'rider', courierName: 'Our own rider' })
  expect(rider.text).toContain('Our own rider PX 1')
  expect(rider.hrefs).not.toContain(trackingPage)
})

test.each([
  [{ status: 'cancelled' }, 'Order cancelled'],
  [{ status: 'cancelled', outcome: 'returned' }, 'Order returned'],
  [{ status: 'cancelled', outcome: 'refused' }, 'Order not accepted'],
  [
    { status: 'cancelled', advance: 9_700 },
    'You paid 97.00 in advance. We pay it back, if we have not yet.',
  ],
] as const)(
  'rule 7.27: %o has a notice, whom to call, and neither cash nor date',
  (change, title) => {
    const shown = shownFor(change)
    expect(shown.text).toContain(title)
    expect(shown.text).toContain('Who can I call?')
    expect(shown.text).not.toContain('in cash')
    expect(hasDate(shown)).toBe(false)
  },
)

test('rule 7.27: an order that was joined says so, and is not ordered again first', () => {
  const change = { status: 'cancelled', joined: true } as const
  const { text } = shownFor(change)
  expect(text).toContain('Part of another order Its items were added to another order')
  expect(text).not.toContain('ancelled')
  expect(isOrderAgainFirst(anOrder({ status: 'cancelled' }))).toBe(true)
  expect(isOrderAgainFirst(anOrder(change))).toBe(false)
})

test('rule 7.25: only what is still expected has a date and a calendar file', () => {
  expect(hasDate(shownFor({ status: 'shipped' }))).toBe(true)
  const at = '2026-11-26T20:00:00Z'
  const delivered = shownFor({
    status: 'delivered',
    trackingHistory: [{ status: 'delivered', at, by: 'admin' }],
  })
  expect(delivered.text).toContain('It came on November 27, 2026')
  expect(hasDate(delivered)).toBe(false)
})

test('rule 7.23: WhatsApp has the order number filled in, and nothing shows without a number', () => {
  const chat = shownFor().hrefs.find((href) =>
    href.startsWith(`https://wa.me/${settings.whatsApp}?text=`),
  )
  expect(chat).toContain('ABCDEFGH')
  Object.assign(settings, { whatsApp: '', phone: '' })
  const { text, hrefs } = shownFor()
  expect(text).not.toMatch(/WhatsApp|Call /)
  expect(hrefs.filter((href) => /wa\.me\/\d|^tel:/.test(href))).toEqual([])
  expect(hrefs).toContain('/contact')
})
