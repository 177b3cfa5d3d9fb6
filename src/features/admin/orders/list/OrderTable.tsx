import { useStore } from '@nanostores/react'
import { StatusBadge } from '#features/orders/StatusBadge.tsx'
import { paths } from '#paths.ts'
import { formatMoment } from '#shared/dates.ts'
import { formatMoney } from '#shared/money.ts'
import { DataTable } from '#ui/DataTable.tsx'
import { StrangerText } from '#ui/StrangerText.tsx'
import type { OrderSummary } from '../order-list.ts'
import type { SelectionStore } from './selection.store.ts'

interface Props {
  orders: OrderSummary[]
  selection: SelectionStore
}

export function OrderTable({ orders, selection }: Props) {
  const picked = new Set(useStore(selection.$picked).map(({ id }) => id))
  return (
    <>
      <label className="inline-flex min-h-touch items-center gap-3">
        <input
          type="checkbox"
          checked={orders.every(({ id }) => picked.has(id))}
          onChange={() => selection.togglePage(orders)}
          className="size-5 accent-forest"
        />
        Select all on this page
      </label>
      <DataTable
        caption="Orders, newest first"
        keyOf={({ id }) => id}
        rows={orders}
        columns={[
          {
            name: 'Select',
            show: (order) => (
              <input
                type="checkbox"
                aria-label={`Select order ${order.id}`}
                checked={picked.has(order.id)}
                onChange={() => selection.toggle(order)}
                className="size-5 accent-forest"
              />
            ),
          },
          { name: 'Order ID', show: ({ id }) => <span id={`order-${id}`}>{id}</span> },
          { name: 'Customer', show: ({ fullName }) => <StrangerText>{fullName}</StrangerText> },
          { name: 'Date', show: ({ date }) => formatMoment(date) },
          { name: 'Total', show: ({ total }) => formatMoney(total), isNumber: true },
          { name: 'Status', show: ({ status }) => <StatusBadge status={status} /> },
          { name: 'Actions', show: ({ id }) => <ViewDetails id={id} /> },
        ]}
      />
    </>
  )
}

function ViewDetails({ id }: { id: string }) {
  return (
    <a
      href={paths.adminOrder(id)}
      aria-describedby={`order-${id}`}
      className="text-link inline-flex min-h-touch items-center"
    >
      View Details
    </a>
  )
}
