import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { ParcelNews } from '#order/order.ts'
import type { OrderStatus } from '#order/status.ts'
import { withHistory } from '#tests/support/order-detail-page.ts'
import { anOrder } from '#tests/support/order-factories.ts'
import { RunOrder } from './RunOrder.tsx'

test.each<
  [status: OrderStatus, news: ParcelNews | undefined, cash: string | undefined, advance?: number]
>([
  ['pending', undefined, '1459.00 to collect'],
  ['shipped', undefined, '1459.00 to collect'],
  ['pending', undefined, 'Nothing to collect', 145_900],
  ['shipped', 'lost', undefined],
  ['delivered', undefined, undefined],
  ['cancelled', undefined, undefined],
])(
  'rule 21.23: of a %s order, parcel %s, the run says %s',
  (status, parcelState, cash, advance = 0) => {
    const found = withHistory(anOrder({ status, parcelState, total: 145_900, advance }))
    const html = renderToStaticMarkup(
      <RunOrder found={found} stage="to_confirm">
        {() => null}
      </RunOrder>,
    )
    expect(html.match(/([\d.]+|Nothing) to collect/)?.[0]).toBe(cash)
  },
)
