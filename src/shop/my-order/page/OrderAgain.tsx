import { buttonClass } from '#kit/form/Button.tsx'
import { handOverToCart, pathToOrderAgain } from '#order/device/order-again-handover.ts'
import type { Order } from '#order/order.ts'
import { statusDefinition } from '#order/status.ts'
import { isHelpFirst, isOrderAgainFirst } from './first-thing.ts'

/** Leads to the cart with the lines of an order that is on its way or final. */
export function OrderAgain({ order }: { order: Order }) {
  if (order.masked || statusDefinition(order.status).isOpen) return null
  const variant = isOrderAgainFirst(order) ? 'primary' : isHelpFirst(order) ? 'secondary' : 'quiet'
  return (
    <a
      href={pathToOrderAgain(order)}
      onClick={() => handOverToCart(order)}
      className={`${buttonClass(variant)} sm:justify-self-start`}
    >
      Order Again
    </a>
  )
}
