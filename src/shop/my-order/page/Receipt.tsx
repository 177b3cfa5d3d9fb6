/* What a printed order page has besides the order: on paper it is a receipt (docs/product.md, rule 7.28). */
import { formatSum } from '#config/currency.ts'
import { settings } from '#config/settings.ts'
import { formatDay } from '#kit/dates.ts'
import { Button } from '#kit/form/Button.tsx'
import { isInAppBrowser } from '#kit/in-app-browser.ts'
import { sumsAfterTotal } from '#order/cash.ts'
import { endingOf, payBackOf } from '#order/next-step.ts'
import type { Order } from '#order/order.ts'
import { PAY_BACK } from '#order/texts/order-words.ts'

/** Stands last in the HTML, where the order's own texts come before it, and first on paper. */
export function ReceiptHead({ order }: { order: Order }) {
  const ending = endingOf(order)
  return (
    <div className="order-first hidden print:block">
      <p className="font-heading text-h2">{settings.name}</p>
      <p>
        <bdi>{settings.address}</bdi>
      </p>
      <p>
        <bdi dir="ltr">{settings.phone}</bdi>
      </p>
      <p className="mt-4 text-h3 font-semibold">
        {ending ? `Receipt · ${ending.title}` : 'Receipt'}
      </p>
      <p>
        Order Number: <strong>{order.id}</strong>
      </p>
      <p>Order Date: {formatDay(order.date)}</p>
      <p className="mb-4">Payment Method: Cash on Delivery</p>
    </div>
  )
}

const LABELS: Record<string, string> = {
  advance: 'Paid in advance',
  toCollect: 'To collect in cash',
  collected: 'Collected in cash',
}

/** Stands below the total. */
export function ReceiptSum({ order }: { order: Order }) {
  return (
    <div className="hidden text-end print:block">
      {sumsAfterTotal(order).map(({ name, label, amount }) => (
        <p key={name} className={name === 'advance' ? '' : 'text-h3 font-semibold'}>
          {LABELS[name] ?? label}: {formatSum(amount)}
        </p>
      ))}
      {payBackOf(order) > 0 && <p>{PAY_BACK}</p>}
    </div>
  )
}

/** Absent in browsers that print nothing. */
export function PrintReceiptButton() {
  if (isInAppBrowser()) return null
  return (
    <Button variant="quiet" onClick={() => print()}>
      Print Receipt
    </Button>
  )
}
