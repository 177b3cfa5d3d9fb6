import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { ParcelNews } from '#order/order.ts'
import type { OrderStatus } from '#order/status.ts'
import { withHistory } from '#tests/support/order-detail-page.ts'
import { anOrder } from '#tests/support/order-factories.ts'
import { OrderHeading } from './OrderHeading.tsx'

test.each<[status: OrderStatus, news: ParcelNews | undefined, into: string | null, cash: string]>([
  ['pending', undefined, null, '959.00 to collect'],
  ['shipped', undefined, null, '959.00 to collect'],
  ['shipped', 'returning', null, 'nothing to collect'],
  ['shipped', 'lost', null, 'nothing to collect'],
  ['delivered', undefined, null, '959.00 collected'],
  ['cancelled', undefined, null, '500.00 in advance to pay back'],
  // Its advance is part of the other.
  ['cancelled', undefined, 'HGFEDCBA', 'nothing to collect'],
])(
  'rules 21.23 and 22.18: a %s order, parcel %s, joined into %s: %s',
  (status, parcelState, into, cash) => {
    const order = anOrder({ status, parcelState, total: 145_900, advance: 50_000 })
    const found = withHistory(order, { joined: { into, from: [] } })
    const html = renderToStaticMarkup(
      <OrderHeading order={order} found={found} onMore={() => {}} />,
    )
    expect(html.replaceAll(/<[^>]+>/g, '')).toContain(` · ${cash} · `)
  },
)
