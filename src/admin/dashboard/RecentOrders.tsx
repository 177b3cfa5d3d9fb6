import { DataTable } from '#admin/kit/DataTable.tsx'
import { rowLink, TwoLineRow } from '#admin/kit/TwoLineRow.tsx'
import { UntrustedText } from '#admin/kit/UntrustedText.tsx'
import { NoRows } from '#admin/lists/NoRows.tsx'
import { formatDay } from '#kit/dates.ts'
import { formatMoney } from '#kit/money.ts'
import { StatusBadge } from '#order/view/StatusBadge.tsx'
import { paths } from '#paths.ts'
import type { RecentOrder } from './dashboard.ts'

export function RecentOrders({ orders }: { orders: RecentOrder[] }) {
  return (
    <section aria-labelledby="recent-orders">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4">
        <h2 id="recent-orders" className="text-h3">
          Recent Orders
        </h2>
        <a
          href={paths.adminOrders}
          className="text-link inline-flex min-h-touch min-w-touch items-center"
        >
          All orders
        </a>
      </div>
      {orders.length === 0 ? (
        <NoRows title="No orders found" />
      ) : (
        <DataTable
          caption="The newest orders"
          keyOf={({ id }) => id}
          rows={orders}
          narrow={(order) => <NarrowRow order={order} />}
          columns={[
            { name: 'Order ID', show: ({ id }) => id },
            {
              name: 'Customer',
              show: ({ fullName }) => <UntrustedText>{fullName}</UntrustedText>,
            },
            { name: 'Date', show: ({ date }) => formatDay(date) },
            { name: 'Total', show: ({ total }) => formatMoney(total), isNumber: true },
            { name: 'Status', show: ({ status }) => <StatusBadge status={status} /> },
            {
              name: 'Details',
              show: ({ id }) => (
                <a
                  href={paths.adminOrder(id)}
                  aria-label={`View order ${id}`}
                  className="text-link -my-2 inline-flex min-h-touch min-w-touch items-center"
                >
                  View
                </a>
              ),
            },
          ]}
        />
      )}
    </section>
  )
}

function NarrowRow({ order: { id, fullName, date, total, status } }: { order: RecentOrder }) {
  return (
    <TwoLineRow
      titleLines="two"
      title={
        <>
          <a href={paths.adminOrder(id)} aria-label={`View order ${id}`} className={rowLink}>
            {id}
          </a>{' '}
          <bdi dir="auto">{fullName}</bdi>
        </>
      }
      figure={formatMoney(total)}
    >
      <span className="flex flex-wrap items-center gap-x-2">
        <StatusBadge status={status} isSmall /> {formatDay(date)}
      </span>
    </TwoLineRow>
  )
}
