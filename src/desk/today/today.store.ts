/* The work of today: how many orders have each stage, beside the figures of the dashboard, which starts itself. */
import { dashboard } from '#admin/dashboard/dashboard.store.ts'
import { newOrders } from '#admin/orders/new-orders/new-orders.store.ts'
import { stages } from '#admin/orders/stages.store.ts'
import { stopAll } from '#kit/remote/remote-store.ts'

export const today = {
  stages,
  $dashboard: dashboard.$remote,
  start: () =>
    stopAll(
      newOrders.$newest.listen(() => void stages.load()),
      stages.start(),
    ),
}

export type TodayStore = typeof today
