import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { OrderParcel, ParcelState } from '#admin/parcels/parcels.ts'
import type { OrderStatus } from '#order/status.ts'
import { withHistory } from '#tests/support/order-detail-page.ts'
import { anOrder } from '#tests/support/order-factories.ts'
import { RunOrder } from './RunOrder.tsx'

test.each<[status: OrderStatus, parcel: ParcelState | undefined, cash: string | undefined]>([
  ['pending', undefined, '1459.00 to collect'],
  ['shipped', 'handed_over', '1459.00 to collect'],
  ['shipped', 'lost', undefined],
  ['delivered', 'delivered', undefined],
  ['cancelled', undefined, undefined],
])('rule 21.23: of a %s order, parcel %s, the run says %s', (status, state, cash) => {
  const parcels = state ? [{ state, isCurrent: true } as OrderParcel] : []
  const found = withHistory(anOrder({ status, total: 145_900, advance: 0 }), { parcels })
  const html = renderToStaticMarkup(
    <RunOrder found={found} queue="run" language="en" onLanguage={() => {}} />,
  )
  expect(html.match(/[\d.]+ to collect/)?.[0]).toBe(cash)
})
