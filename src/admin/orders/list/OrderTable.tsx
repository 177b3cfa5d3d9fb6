import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import { formatContents } from '#admin/order/contents.ts'
import { MarksBadge } from '#admin/order/OrderMarks.tsx'
import { formatPhone, type OrderSummary } from '#admin/order/orders.ts'
import { formatShortMoment } from '#kit/dates.ts'
import { DataTable } from '#kit/list/DataTable.tsx'
import { formatMoney } from '#kit/money.ts'
import { UntrustedText } from '#kit/view/UntrustedText.tsx'
import { useMedia } from '#kit/view/useMedia.ts'
import { courierName } from '#order/couriers.ts'
import { StatusBadge } from '#order/view/OrderDetails.tsx'
import { paths } from '#paths.ts'
import { ConfirmationNote, OrderRows, type OrderRowsProps } from './OrderRows.tsx'
import type { SelectionStore } from './selection.store.ts'

interface Props {
  orders: OrderSummary[]
  selection: SelectionStore
}

/** Eleven columns need this width beside the sidebar. On a narrower screen an order is two lines. */
const COLUMNS_FIT = '(min-width: 77.5rem)'

export function OrderTable({ orders, selection }: Props) {
  const selected = new Set(useStore(selection.$selected).map(({ id }) => id))
  const hasColumns = useMedia(COLUMNS_FIT)
  const checkboxOf = (order: OrderSummary) => (
    <label className="relative z-10 grid size-touch shrink-0 place-items-center">
      <input
        type="checkbox"
        aria-label={`Select order ${order.id}`}
        checked={selected.has(order.id)}
        onChange={() => selection.toggle(order)}
        className="size-5 accent-forest"
      />
    </label>
  )
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
      {hasColumns ? (
        <WideTable orders={orders} checkboxOf={checkboxOf} />
      ) : (
        <OrderRows orders={orders} checkboxOf={checkboxOf} />
      )}
    </>
  )
}

function WideTable({ orders, checkboxOf }: OrderRowsProps) {
  return (
    <DataTable
      caption="Orders, newest first"
      keyOf={({ id }) => id}
      rows={orders}
      className="text-sm [&_:is(td,th)]:px-1.5"
      columns={[
        {
          name: 'Select',
          show: (order) => <div className="-mx-1.5 -my-3">{checkboxOf(order)}</div>,
        },
        {
          name: 'Order ID',
          show: ({ id }) => (
            <OneLine>
              <span id={`order-${id}`}>{id}</span>
            </OneLine>
          ),
        },
        {
          name: 'Customer',
          show: ({ fullName, marks }) => (
            <div className="relative">
              <UntrustedText>{fullName}</UntrustedText>
              <MarksBadge marks={marks} />
            </div>
          ),
        },
        {
          name: 'Phone',
          show: ({ phone }) => (
            <p className="min-w-28">
              <UntrustedText dir="ltr">{formatPhone(phone)}</UntrustedText>
            </p>
          ),
        },
        {
          name: 'City',
          show: ({ city }) => (
            <p className="min-w-24 [overflow-wrap:normal]">
              <UntrustedText>{city}</UntrustedText>
            </p>
          ),
        },
        { name: 'Contents', show: ({ items }) => formatContents(items) },
        { name: 'Date', show: ({ date }) => <OneLine>{formatShortMoment(date)}</OneLine> },
        {
          name: 'Total',
          show: ({ total }) => <OneLine>{formatMoney(total)}</OneLine>,
          isNumber: true,
        },
        {
          name: 'Status',
          show: (order) => (
            <>
              <OneLine>
                <StatusBadge status={order.status} isSmall />
              </OneLine>
              <ConfirmationNote order={order} />
            </>
          ),
        },
        {
          name: 'Tracking Number',
          show: ({ courier, trackingNumber }) => (
            <>
              {courier && <p>{courierName(courier)}</p>}
              {trackingNumber && <UntrustedText dir="ltr">{trackingNumber}</UntrustedText>}
            </>
          ),
        },
        {
          name: 'Actions',
          show: ({ id }) => (
            <a
              href={paths.adminOrder(id)}
              aria-describedby={`order-${id}`}
              className="text-link -my-2 inline-flex min-h-touch items-center whitespace-nowrap"
            >
              View Details
            </a>
          ),
        },
      ]}
    />
  )
}

/** Short words and sums stay on one line; the long names beside them break. */
function OneLine({ children }: { children: ReactNode }) {
  return <span className="whitespace-nowrap">{children}</span>
}
