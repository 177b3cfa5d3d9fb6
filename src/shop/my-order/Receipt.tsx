/* What a printed order page has besides the order: on paper it is a receipt (docs/product.md, rule 7.28). */
import { formatSum } from '#config/currency.ts'
import { settings } from '#config/settings.ts'
import { Button } from '#kit/form/Button.tsx'
import { endingOf } from '#order/next-step.ts'
import type { Order } from '#order/order.ts'
import { sumsAfterTotal } from '#order/sums.ts'
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
  if (order.status === 'cancelled') return null
  const isPaid = order.status === 'delivered'
  const labels: Record<string, string> = {
    advance: 'Paid in advance',
    toCollect: `${isPaid ? 'Collected' : 'To collect'} in cash`,
  }
  return (
    <div className="hidden text-end print:block">
      {sumsAfterTotal(order).map(({ name, label, amount }) => (
        <p key={name} className={name === 'toCollect' ? 'text-h3 font-semibold' : ''}>
          {labels[name] ?? label}: {formatSum(amount)}
        </p>
      ))}
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
