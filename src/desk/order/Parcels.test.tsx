import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { withHistory } from '#tests/support/order-detail-page.ts'
import { A_PARCEL, anOrder } from '#tests/support/order-factories.ts'
import { Parcels } from './Parcels.tsx'

test.each([
  [null, true],
  // It would be pending, and not leave.
  ['BCDEFGHJ', false],
])(
  'rule 22.51: what came back is sent again, unless another order (%s) replaces it',
  (replacedBy, isOffered) => {
    const order = anOrder({ status: 'cancelled', outcome: 'returned' })
    const parcels = [{ ...A_PARCEL, state: 'received_back' as const, stateAt: order.date }]
    const found = withHistory(order, { stage: 'cancelled', parcels, replacedBy })
    const html = renderToStaticMarkup(<Parcels found={found} onChange={async () => {}} />)
    expect(html.includes('Send again')).toBe(isOffered)
  },
)
