import type { ReactNode } from 'react'
import { formatUpTo1000 } from '#admin/order/orders.ts'
import { newOrders } from '#admin/orders/new-orders/new-orders.store.ts'
import { cameFigures, IN_MY_BANK } from '#desk/money/came.ts'
import { island } from '#kit/island/island.tsx'
import { formatMoney } from '#kit/money.ts'
import { RemoteView } from '#kit/remote/RemoteView.tsx'
import { createRemoteStore, type RemoteStore, stopAll } from '#kit/remote/remote-store.ts'
import { paths } from '#paths.ts'
import { fetchDashboard } from './dashboard.api.ts'
import {
  type Dashboard,
  formatCopyNotice,
  formatDatabaseNotice,
  formatDatabaseSize,
  formatNoticesNotice,
  formatRetentionNotice,
  formatRevenueChange,
} from './dashboard.ts'
import { RecentOrders } from './RecentOrders.tsx'
import { SalesChart } from './SalesChart.tsx'

/** A fixed figure; the real one stands beside it (docs/product.md, rule 16.1). */
const FIXED_CHANGE = '+12%'

export const DashboardIsland = island(LoadedDashboard, createDashboard)

/** Loads again when the page becomes visible, and for a new order that it does not show. */
function createDashboard(): RemoteStore<Dashboard> {
  const remote = createRemoteStore(fetchDashboard, {
    errorMessage: 'Error fetching the dashboard',
    keepsValue: true,
    reloadsWhenVisible: true,
    retriesWhenOnline: true,
  })

  const follow = () =>
    newOrders.$newest.listen((date) => {
      const view = remote.$remote.get()
      if (view.state !== 'ready' || !date) return
      if (view.value.recent[0]?.date !== date) void remote.load()
    })

  return { ...remote, start: () => stopAll(follow(), remote.start()) }
}

function LoadedDashboard({ store }: { store: RemoteStore<Dashboard> }) {
  return (
    <RemoteView remote={store} name="dashboard">
      {(dashboard) => <DashboardFigures dashboard={dashboard} />}
    </RemoteView>
  )
}

function DashboardFigures({ dashboard }: { dashboard: Dashboard }) {
  const warnings = [
    formatNoticesNotice(dashboard),
    formatRetentionNotice(dashboard),
    formatDatabaseNotice(dashboard),
  ].filter((notice) => notice !== undefined)
  const copyNotice = formatCopyNotice(dashboard)
  return (
    <div className="grid gap-10">
      {warnings.map((notice) => (
        <p key={notice} className="rounded-lg border border-danger p-4">
          {notice}
        </p>
      ))}
      {copyNotice && <p className="rounded-lg border border-edge p-4">{copyNotice}</p>}
      <ul className="grid grid-cols-[repeat(auto-fit,minmax(min(11rem,100%),1fr))] gap-4">
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
          {dashboard.pendingOrders > 0 && <CardLink href={paths.adminRun}>Confirm orders</CardLink>}
        </StatCard>
        <StatCard name="Completed Orders" value={String(dashboard.completedOrders)} />
        {cameFigures(dashboard).map(({ label, amount }, nth) => (
          <StatCard key={label} name={label} value={formatMoney(amount)}>
            {nth === 0 && (
              <p>To collect of delivered parcels: {formatMoney(dashboard.cashExpected)}.</p>
            )}
            {label === IN_MY_BANK && <CardLink href={paths.adminDays}>Day and week</CardLink>}
          </StatCard>
        ))}
        <StatCard name="Open Requests" value={String(dashboard.openRequests)}>
          <CardLink href={paths.adminMessages}>Requests for help</CardLink>
        </StatCard>
        {dashboard.markedOrders > 0 && (
          <StatCard name="Marked Orders" value={formatUpTo1000(dashboard.markedOrders)}>
            <CardLink href={paths.adminMarked}>Look at marked orders</CardLink>
          </StatCard>
        )}
      </ul>
      <SalesChart days={dashboard.days} />
      <RecentOrders orders={dashboard.recent} />
      <p className="text-muted">{formatDatabaseSize(dashboard)}</p>
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
    <li className="min-w-0 rounded-lg border border-line p-5">
      <h2 className="font-body text-base font-semibold text-muted">{name}</h2>
      {/* A long figure in smaller letters, on one line. */}
      <p
        className={`mt-1 font-semibold tabular-nums [overflow-wrap:anywhere] ${value.length > 9 ? 'text-lg' : 'text-h3'}`}
      >
        {value}
      </p>
      {children && <div className="mt-2 text-sm text-muted">{children}</div>}
    </li>
  )
}

function CardLink({ href, children }: { href: string; children: string }) {
  return (
    <a href={href} className="text-link inline-flex min-h-touch items-center">
      {children}
    </a>
  )
}
