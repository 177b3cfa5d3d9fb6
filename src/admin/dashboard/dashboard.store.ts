/* The figures of the dashboard, which its parts share. */
import { newOrders } from '#admin/orders/new-orders/new-orders.store.ts'
import { createRemoteStore, stopAll } from '#kit/remote/remote-store.ts'
import { fetchDashboard } from './dashboard.api.ts'

const remote = createRemoteStore(fetchDashboard, {
  errorMessage: 'Error fetching the dashboard',
  reloadsWhenVisible: true,
})

/** Loads again when the page becomes visible, and for a new order that it does not show. */
export const dashboard = { ...remote, start: () => stopAll(followOrders(), remote.start()) }

function followOrders(): () => void {
  return newOrders.$newest.listen((date) => {
    const view = remote.$remote.get()
    if (view.state !== 'ready' || !date) return
    if (view.value.recent[0]?.date !== date) void remote.load()
  })
}
