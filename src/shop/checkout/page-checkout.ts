/* The one checkout of the page, for React and for a press that comes before React (early-press.ts). */
import { loadOnDemand } from '#kit/scripts/on-demand.ts'
import { createCheckout } from './checkout.store.ts'
import { followCheckout } from './follow-checkout.ts'
import type { createPlacing, Placing } from './placing.ts'

const loadScript = () => loadOnDemand<{ createPlacing: typeof createPlacing }>('placing')

let placing: Placing | undefined

export const pageCheckout = createCheckout({
  loadPlacing: async () => {
    placing ??= (await loadScript()).createPlacing()
    return placing
  },
})

/** For a script that has it: the page does not load it again. */
export function providePlacing(provided: Placing): void {
  placing ??= provided
}

let stop: (() => void) | undefined

/** Opens the checkout where it is not open yet, and closes it by the returned function. */
export function startPageCheckout(): () => void {
  stop ??= followCheckout(pageCheckout)
  return () => {
    stop?.()
    stop = undefined
  }
}
