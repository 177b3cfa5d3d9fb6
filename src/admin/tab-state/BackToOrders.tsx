import { paths } from '#paths.ts'
import { expectReturn, lastPlace } from './scroll-place.ts'

/** Leads to the list as it was left: its search, filter, page and scroll position. */
export function BackToOrders() {
  const page = lastPlace(paths.adminOrders)
  return (
    <a href={page} onClick={() => expectReturn(page)} className="touch-link">
      Back to Orders
    </a>
  )
}
