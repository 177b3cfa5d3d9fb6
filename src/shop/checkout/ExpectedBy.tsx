import { useSyncExternalStore } from 'react'
import { DELIVERY_DAYS } from '#config/delivery.ts'
import { dayAfter, formatDay } from '#kit/dates.ts'

/** A page that stays open for a day shows the day of today when it is looked at again. */
export function ExpectedBy() {
  const day = useSyncExternalStore(subscribeToReturn, () => formatDay(dayAfter(DELIVERY_DAYS)))
  return <>Expected by {day}</>
}

function subscribeToReturn(onReturn: () => void): () => void {
  const timer = setInterval(onReturn, 60_000)
  document.addEventListener('visibilitychange', onReturn)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', onReturn)
  }
}
