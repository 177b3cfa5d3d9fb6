import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { Order } from '#order/order.ts'
import { anOrder } from '#tests/support/order-factories.ts'
import { BatchOrders } from './BatchOrders.tsx'
import type { BatchRow } from './batch-rows.ts'

const NOTHING = 'Nothing to collect'

test.each<[change: Partial<Order>, row: Partial<BatchRow>, cash: string]>([
  [{ status: 'shipped' }, {}, 'Rs 1459.00'],
  [{ status: 'delivered' }, {}, 'Rs 1459.00'],
  [{ status: 'shipped', advance: 145_900 }, {}, NOTHING],
  [{ status: 'cancelled' }, {}, NOTHING],
  [{ status: 'shipped', parcelState: 'returning' }, {}, NOTHING],
  [{ status: 'shipped', parcelState: 'lost' }, {}, `Lost: ${NOTHING.toLowerCase()}`],
  [{ status: 'pending' }, { leftAt: '2026-11-21T08:00:00Z' }, NOTHING],
])('rules 21.11 and 21.23: an order of a batch (%o, %o) has the cash %s', (change, row, cash) => {
  const order = anOrder({ total: 145_900, advance: 0, ...change })
  const common = { reasons: [], cells: null, leftAt: null, differences: [] }
  const html = renderToStaticMarkup(
    <BatchOrders
      rows={[{ order, ...common, ...row }]}
      isUndone={false}
      onChange={async () => {}}
    />,
  )
  const texts = html.split(/<[^>]+>/).filter((text) => /collect|Rs/.test(text))
  expect(texts).toEqual([cash])
})
