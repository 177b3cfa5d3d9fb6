import { useEffect } from 'react'
import { settings } from '#config/settings.ts'
import type { Order } from '#order/order.ts'

/** Once the order is known, the tab's title has its number, and the path has it as it is printed. */
export function OrderUrl({ order: { id } }: { order: Order }): null {
  useEffect(() => {
    document.title = `Order ${id} · ${settings.name}`
    const url = new URL(location.href)
    url.pathname = url.pathname.replace(/[^/]+\/?$/, id)
    if (url.href !== location.href) history.replaceState(history.state, '', url)
  }, [id])
  return null
}
