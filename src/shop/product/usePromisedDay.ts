import { useEffect } from 'react'
import { useDeliveryDay } from '#shop/cart/useDeliveryDay.ts'

/** Writes the day that ProductPromises.astro promises anew where it differs by the clock of the server. */
export function usePromisedDay(): void {
  const day = useDeliveryDay()
  useEffect(() => {
    const promise = document.querySelector<HTMLElement>('[data-delivery-ms]')
    // The same day stays as it is: a browser may have translated it.
    if (!promise || !day || promise.dataset['day'] === day) return
    promise.dataset['day'] = day
    promise.textContent = `${promise.dataset['promise']} ${day}`
  }, [day])
}
