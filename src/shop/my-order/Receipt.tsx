/* What a printed order page has besides the order: on paper it is a receipt (docs/product.md, rule 7.28). */
import { formatSum } from '#config/currency.ts'
import { settings } from '#config/settings.ts'
import { Button } from '#kit/form/Button.tsx'
import { amountToCollect, endingOf, type Order } from '#order/order.ts'
import { isInAppBrowser } from './in-app-browser.ts'

export function ReceiptHead({ order }: { order: Order }) {
  const ending = endingOf(order)
  return (
    <div className="hidden print:block">
      <p className="font-heading text-h2">{settings.name}</p>
      <p>
        <bdi>{settings.address}</bdi>
      </p>
      <p>
        <bdi dir="ltr">{settings.phone}</bdi>
      </p>
      <p className="mt-4 text-h3 font-semibold">Receipt{ending && ` · ${ending.title}`}</p>
    </div>
  )
}

/** Below the total. */
export function ReceiptSum({ order }: { order: Order }) {
  const { status, advance } = order
  if (status === 'cancelled') return null
  return (
    <div className="hidden text-end print:block">
      {advance > 0 && <p>Paid in advance: {formatSum(advance)}</p>}
      <p className="text-h3 font-semibold">
        {status === 'delivered' ? 'Collected' : 'To collect'} in cash:{' '}
        {formatSum(amountToCollect(order))}
      </p>
    </div>
  )
}

/** Nothing where the browser prints nothing. */
export function PrintReceiptButton() {
  if (isInAppBrowser()) return null
  return (
    <Button variant="quiet" onClick={() => print()}>
      Print Receipt
    </Button>
  )
}
