import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import { StatusBadge } from '#features/orders/OrderDetails.tsx'
import { paths } from '#paths.ts'
import { formatMoment } from '#shared/dates.ts'
import { formatMoney } from '#shared/money.ts'
import { DataTable } from '#ui/DataTable.tsx'
import { UntrustedText } from '#ui/UntrustedText.tsx'
import type { OrderSummary } from '../orders.ts'
import type { SelectionStore } from './selection.store.ts'

interface Props {
  orders: OrderSummary[]
  selection: SelectionStore
}

export function OrderTable({ orders, selection }: Props) {
  const selected = new Set(useStore(selection.$selected).map(({ id }) => id))
  return (
    <>
      <label className="inline-flex min-h-touch items-center gap-3">
        <input
          type="checkbox"
          checked={orders.every(({ id }) => selected.has(id))}
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
              <label className="-m-3 grid size-touch place-items-center">
                <input
                  type="checkbox"
                  aria-label={`Select order ${order.id}`}
                  checked={selected.has(order.id)}
                  onChange={() => selection.toggle(order)}
                  className="size-5 accent-forest"
                />
              </label>
            ),
          },
          { name: 'Order ID', show: ({ id }) => <OrderId id={id} /> },
          { name: 'Customer', show: ({ fullName }) => <UntrustedText>{fullName}</UntrustedText> },
          { name: 'Date', show: ({ date }) => <p className="md:min-w-36">{formatMoment(date)}</p> },
          {
            name: 'Total',
            show: ({ total }) => <OneLine>{formatMoney(total)}</OneLine>,
            isNumber: true,
          },
          {
            name: 'Status',
            show: ({ status }) => (
              <OneLine>
                <StatusBadge status={status} />
              </OneLine>
            ),
          },
          { name: 'Actions', show: ({ id }) => <ViewDetails id={id} /> },
        ]}
      />
    </>
  )
}

function OrderId({ id }: { id: string }) {
  return (
    <OneLine>
      <span id={`order-${id}`}>{id}</span>
    </OneLine>
  )
}

/** Short words and sums stay on one line; the long names beside them break. */
function OneLine({ children }: { children: ReactNode }) {
  return <span className="whitespace-nowrap">{children}</span>
}

function ViewDetails({ id }: { id: string }) {
  return (
    <a
      href={paths.adminOrder(id)}
      aria-describedby={`order-${id}`}
      className="text-link inline-flex min-h-touch items-center whitespace-nowrap md:-my-2"
    >
      View Details
    </a>
  )
}
