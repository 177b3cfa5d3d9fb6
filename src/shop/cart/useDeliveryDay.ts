import { useStore } from '@nanostores/react'
import { useSyncExternalStore } from 'react'
import { DELIVERY_DAYS } from '#config/delivery.ts'
import { dayAfter, formatDay } from '#kit/dates.ts'
import { $clockOffset, askServerTime } from '#kit/server-clock.ts'

/**
 * The day on which an order of now is expected, by the clock of the server (docs/product.md, rule 4.53). A page that
 * stays open for a day shows the day of today when it is looked at again. Empty in the HTML of the build.
 */
export function useDeliveryDay(): string {
  const offset = useStore($clockOffset)
  return useSyncExternalStore(
    subscribeToReturn,
    () => formatDay(dayAfter(DELIVERY_DAYS, Date.now() + offset)),
    () => '',
  )
}

function subscribeToReturn(onReturn: () => void): () => void {
  void askServerTime()
  const timer = setInterval(onReturn, 60_000)
  document.addEventListener('visibilitychange', onReturn)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', onReturn)
  }
}
