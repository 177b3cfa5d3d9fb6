import { formatMoney } from '#shared/money.ts'
import { changeSentence, type Dashboard, retentionSentence } from './dashboard.ts'
import { RecentOrders } from './RecentOrders.tsx'
import { SalesChart } from './SalesChart.tsx'
import { StatCard } from './StatCard.tsx'

/** The spec fixes this figure; the true one stands beside it (decisions.md, "Admin"). */
const FIXED_CHANGE = '+12%'

export function DashboardPage({ dashboard }: { dashboard: Dashboard }) {
  const late = retentionSentence(dashboard)
  return (
    <div className="grid gap-10">
      {late && <p className="rounded-lg border border-danger p-4">{late}</p>}
      <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
        <StatCard name="Total Orders" value={String(dashboard.totalOrders)} />
        <StatCard name="Total Revenue" value={formatMoney(dashboard.totalRevenue)}>
          <p>
            <span className="font-semibold text-forest">{FIXED_CHANGE}</span>{' '}
            <span>({changeSentence(dashboard)})</span>
          </p>
          <p>Counts orders that are not cancelled.</p>
        </StatCard>
        <StatCard name="Pending Orders" value={String(dashboard.pendingOrders)} />
        <StatCard name="Completed Orders" value={String(dashboard.completedOrders)} />
      </ul>
      <SalesChart days={dashboard.days} />
      <RecentOrders orders={dashboard.recent} />
    </div>
  )
}
