import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { Order } from '#order/order.ts'
import { withHistory } from '#tests/support/order-detail-page.ts'
import { anOrder } from '#tests/support/order-factories.ts'
import { ScannedParcel } from './ScannedParcel.tsx'

test.each<[change: Partial<Order>, cash: string | undefined]>([
  [{ status: 'pending' }, '1459.00 to collect'],
  [{ status: 'pending', total: 0 }, 'Nothing to collect'],
  [{ status: 'shipped' }, '1459.00 to collect'],
  [{ status: 'shipped', parcelState: 'lost' }, undefined],
  [{ status: 'shipped', parcelState: 'returning' }, undefined],
  [{ status: 'delivered' }, undefined],
  [{ status: 'cancelled' }, undefined],
])('rules 21.23 and 21.40: of a scanned order (%o) it says %s', (change, cash) => {
  const found = withHistory(anOrder({ total: 145_900, advance: 0, ...change }))
  const html = renderToStaticMarkup(
    <ScannedParcel parcel={{ found, refusal: undefined }} onCameBack={() => {}} />,
  )
  const [said] = html.replaceAll(/<[^>]+>/g, ' ').match(/([\d.]+|Nothing) +to collect/) ?? []
  expect(said?.replaceAll(/ +/g, ' ')).toBe(cash)
})
