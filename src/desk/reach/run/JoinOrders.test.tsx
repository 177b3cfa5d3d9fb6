import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { withHistory } from '#tests/support/order-detail-page.ts'
import { anOrder } from '#tests/support/order-factories.ts'
import { JoinOrders } from './JoinOrders.tsx'

const { version, date, total, items, shippingAddress } = anOrder()
const { fullName, city, phone } = shippingAddress
const sameCustomer = [
  { id: 'HGFEDCBA', version, date, total, items, fullName, city, isHeld: false },
]

test.each([
  [1, false],
  [300, true],
])(
  'rule 14.7: of %i orders that may be joined a page with one leads to all: %s',
  (count, leads) => {
    const found = withHistory(anOrder(), { sameCustomer, sameCustomerCount: count })
    const html = renderToStaticMarkup(<JoinOrders found={found} onChange={async () => {}} />)
    const link = `href="/admin/orders?${new URLSearchParams({ q: phone })}"`
    expect(html.includes(`These are the newest of ${count}.`)).toBe(leads)
    expect(html.includes(link)).toBe(leads)
  },
)

test.each([
  [false, [], true, false],
  [true, [], false, true],
  // Its own stage says so.
  [false, ['held'], false, false],
] as const)(
  'rule 21.6: the other is on hold: %s, this order is %o, and joining is offered: %s',
  (isHeld, reasons, isOffered, isSaid) => {
    const others = sameCustomer.map((other) => ({ ...other, isHeld }))
    const found = withHistory(anOrder(), { sameCustomer: others, reasons: [...reasons] })
    const html = renderToStaticMarkup(<JoinOrders found={found} onChange={async () => {}} />)
    expect([html.includes('Join orders'), html.includes('On hold')]).toEqual([isOffered, isSaid])
  },
)
