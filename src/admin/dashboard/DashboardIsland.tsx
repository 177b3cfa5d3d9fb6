import type { ReactNode } from 'react'
import { RemoteView } from '#admin/kit/RemoteView.tsx'
import { island } from '#kit/island/island.tsx'
import { formatMoney } from '#kit/money.ts'
import type { RemoteStore } from '#kit/remote/remote-store.ts'
import { CurrencyNote } from '#product/CurrencyNote.tsx'
import { dashboard } from './dashboard.store.ts'
import { type Dashboard, formatDatabaseSize, formatRevenueChange } from './dashboard.ts'
import { RecentOrders } from './RecentOrders.tsx'
import { SalesChart } from './SalesChart.tsx'

/** A fixed figure; the real one stands beside it (docs/product.md, rule 16.1). */
const FIXED_CHANGE = '+12%'

export const DashboardIsland = island(LoadedDashboard, () => dashboard)

function LoadedDashboard({ store }: { store: RemoteStore<Dashboard> }) {
  return (
    <RemoteView remote={store} name="dashboard" isBeside>
      {(dashboard) => <DashboardFigures dashboard={dashboard} />}
    </RemoteView>
  )
}

function DashboardFigures({ dashboard }: { dashboard: Dashboard }) {
  return (
    <div className="grid gap-8">
      <ul className="grid grid-cols-[repeat(auto-fit,minmax(max(8rem,34%),1fr))] gap-3 lg:grid-cols-[repeat(auto-fit,minmax(max(9rem,20%),1fr))]">
        <StatCard name="Total Orders" value={String(dashboard.totalOrders)} />
        <StatCard name="Total Revenue" value={formatMoney(dashboard.totalRevenue)}>
          <p>
            <span className="font-semibold text-forest">{FIXED_CHANGE}</span>{' '}
            <span>({formatRevenueChange(dashboard)})</span>
          </p>
          <p>Counts orders that are not cancelled.</p>
        </StatCard>
        <StatCard name="Pending Orders" value={String(dashboard.pendingOrders)}>
          <p>Counts pending and processing orders.</p>
        </StatCard>
        <StatCard name="Completed Orders" value={String(dashboard.completedOrders)} />
      </ul>
      <RecentOrders orders={dashboard.recent} />
      <SalesChart days={dashboard.days} />
      <p className="text-sm text-muted">{formatDatabaseSize(dashboard)}</p>
      <CurrencyNote className="mt-4" />
    </div>
  )
}

interface StatCardProps {
  name: string
  value: string
  /** What the figure counts, or how it changes. */
  children?: ReactNode
}

function StatCard({ name, value, children }: StatCardProps) {
  return (
    <li className="min-w-0 rounded-lg border border-line p-3 lg:p-4">
      <h2 className="font-body text-sm font-semibold text-muted">{name}</h2>
      {/* A long figure in smaller letters, on one line. */}
      <p
        className={`mt-1 font-semibold tabular-nums [overflow-wrap:anywhere] ${value.length > 9 ? 'text-lg' : 'text-h3'}`}
      >
        {value}
      </p>
      {children && <div className="mt-1 text-xs text-muted">{children}</div>}
    </li>
  )
}
