import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { OrderParcel, ParcelState } from '#admin/parcels/parcels.ts'
import type { Order } from '#order/order.ts'
import { withHistory } from '#tests/support/order-detail-page.ts'
import { anOrder } from '#tests/support/order-factories.ts'
import { ScannedParcel } from './ScannedParcel.tsx'

test.each<[change: Partial<Order>, parcel: ParcelState | undefined, cash: string | undefined]>([
  [{ status: 'pending' }, undefined, '1459.00 to collect'],
  [{ status: 'pending', total: 0 }, undefined, '0.00 to collect'],
  [{ status: 'shipped' }, 'handed_over', '1459.00 to collect'],
  [{ status: 'shipped' }, 'lost', undefined],
  [{ status: 'shipped' }, 'returning', undefined],
  [{ status: 'delivered' }, 'delivered', undefined],
  [{ status: 'cancelled' }, undefined, undefined],
])(
  'rules 21.23 and 21.40: of a scanned order (%o, parcel %s) it says %s',
  (change, state, cash) => {
    const parcels = state ? [{ state, isCurrent: true } as OrderParcel] : []
    const found = withHistory(anOrder({ total: 145_900, advance: 0, ...change }), { parcels })
    const html = renderToStaticMarkup(
      <ScannedParcel parcel={{ found, refusal: undefined }} onCameBack={() => {}} />,
    )
    const [said] = html.replaceAll(/<[^>]+>/g, ' ').match(/[\d.]+ +to collect/) ?? []
    expect(said?.replaceAll(/ +/g, ' ')).toBe(cash)
  },
)
