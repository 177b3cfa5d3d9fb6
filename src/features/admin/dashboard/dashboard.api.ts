import { adminClient } from '#api/admin-client.ts'
import { askAdmin } from '#features/admin/auth/ask-admin.ts'
import { toMinor } from '#shared/money.ts'
import type { Dashboard } from './dashboard.ts'

/** Every figure is the database's own: none is summed here from a list that may have been cut. */
export async function fetchDashboard(): Promise<Dashboard> {
  const figures = await askAdmin(adminClient.rpc('admin_dashboard'))
  return toDashboard(figures as unknown as Dashboard)
}

/** The same figures, with money in minor units. */
function toDashboard(figures: Dashboard): Dashboard {
  return {
    ...figures,
    totalRevenue: toMinor(figures.totalRevenue),
    revenue30: toMinor(figures.revenue30),
    revenuePrevious30: toMinor(figures.revenuePrevious30),
    days: figures.days.map((day) => ({ ...day, revenue: toMinor(day.revenue) })),
    recent: figures.recent.map((order) => ({ ...order, total: toMinor(order.total) })),
  }
}
