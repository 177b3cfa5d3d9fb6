import { useDeliveryDay } from './useDeliveryDay.ts'

/** The promise beside the sums of a cart. Its day is the one of this visit: none in the HTML of the build. */
export function PayAtTheDoor() {
  const day = useDeliveryDay()
  return (
    <p className="text-muted">
      Pay cash at your door, <span className="inline-block">{day && `by ${day}`}</span>
    </p>
  )
}
