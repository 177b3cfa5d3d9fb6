import { useLayoutEffect, useState } from 'react'
import { formatMoney } from '#kit/money.ts'
import { takeEarlierPurchase } from '#shop/my-order/earlier-purchase.ts'
import { readCart, replaceCart } from './cart.store.ts'
import { describeCart, withOrderedAgain } from './order-again.ts'

interface Report {
  orderId: string
  notes: string[]
  /** What the cart then had. */
  cart: string
}

/**
 * Takes an earlier order into the cart, before the first paint, and says what came of it. Renders nothing
 * otherwise.
 */
export function OrderAgainNotice() {
  const [report, setReport] = useState<Report>()

  useLayoutEffect(() => {
    const earlier = takeEarlierPurchase()
    if (!earlier) return
    // Its lines are in the query too, for browsers that store nothing.
    history.replaceState(history.state, '', location.pathname)
    const { cart, notes } = withOrderedAgain(readCart(), earlier.lines)
    replaceCart(cart.items)
    const text = `${describeCart(cart)}. Total: ${formatMoney(cart.total)}`
    setReport({ orderId: earlier.orderId, notes, cart: cart.items.length > 0 ? text : 'nothing' })
  }, [])

  return (
    <div
      role="status"
      className="not-empty:mt-8 not-empty:rounded-md not-empty:bg-sand not-empty:p-4"
    >
      {report && (
        <>
          <p className="font-semibold">Order {report.orderId} again, at today’s prices</p>
          <p>Your cart now holds {report.cart}.</p>
          {report.notes.length > 0 && (
            <ul className="mt-2 list-disc ps-5">
              {report.notes.map((note) => (
                <li key={note}>
                  <bdi>{note}</bdi>
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </div>
  )
}
