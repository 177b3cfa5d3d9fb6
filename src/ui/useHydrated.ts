import { useSyncExternalStore } from 'react'

/** False in the HTML of the build and in the first render over it, true from then on. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  )
}

function subscribe(): () => void {
  return () => {}
}
