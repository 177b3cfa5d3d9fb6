/* What happens next with an order, and who has its parcel (docs/product.md, rules 7.23 and 7.24). */
import { endingOf, nextStep } from '#order/next-step.ts'
import { isReturningOrLost, type Order } from '#order/order.ts'
import { statusDefinition } from '#order/status.ts'
import { amountToCollect } from '#order/sums.ts'
import { Parcel } from '#order/view/Parcel.tsx'

export function WhereIsIt({ order }: { order: Order }) {
  if (endingOf(order)) return null
  return (
    <div className="grid gap-1">
      <p>{nextStep(order)}</p>
      <WhoHasParcel order={order} />
    </div>
  )
}

/** Who has the parcel, or why that is not said. A masked page hides nothing of an order that no courier has. */
export function WhoHasParcel({ order }: { order: Order }) {
  const { courier, trackingNumber, status, masked, booked } = order
  if (courier || trackingNumber) return <Parcel order={order} />
  if (status === 'delivered' || isReturningOrLost(order) || (masked && !booked)) return null
  return <p className="text-muted">{noCourierYet(order)}</p>
}

function noCourierYet(order: Order): string {
  const { masked, status, advance } = order
  if (masked) return 'Your phone number shows the courier and the tracking number.'
  if (statusDefinition(status).isOnItsWay)
    return 'The courier gave us no tracking number. The rider will call you.'
  const soon = 'The courier and the tracking number will stand here once your parcel is on its way.'
  return advance === 0 && amountToCollect(order) > 0 ? `${soon} You pay nothing before.` : soon
}
