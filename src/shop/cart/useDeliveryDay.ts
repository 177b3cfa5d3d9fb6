import { useSyncExternalStore } from 'react'
import { DELIVERY_DAYS } from '#config/delivery.ts'
import { dayAfter, formatDay } from '#kit/dates.ts'
import { serverNow, subscribeToClock } from '#kit/server-clock.ts'

/**
 * The day on which an order of now is expected, by the clock of the device until that of the server is known
 * (docs/product.md, rule 4.53). It moves on while the page stays open, each minute and when it is looked at again. Empty
 * in the HTML of the build.
 */
export function useDeliveryDay(): string {
  return useSyncExternalStore(
    subscribeToClock,
    () => formatDay(dayAfter(DELIVERY_DAYS, serverNow())),
    () => '',
  )
}
