import { adminRpc } from '#admin/auth/admin-request.ts'
import { toMinor } from '#kit/money.ts'
import type { Dashboard } from './dashboard.ts'

/** The database computes every figure: none is summed here from a list that may be cut. */
export async function fetchDashboard(): Promise<Dashboard> {
  const figures = await adminRpc<Dashboard>('admin_dashboard')
  return {
    ...figures,
    totalRevenue: toMinor(figures.totalRevenue),
    revenue30: toMinor(figures.revenue30),
    revenuePrevious30: toMinor(figures.revenuePrevious30),
    days: figures.days.map((day) => ({ ...day, revenue: toMinor(day.revenue) })),
    recent: figures.recent.map((order) => ({ ...order, total: toMinor(order.total) })),
  }
}
