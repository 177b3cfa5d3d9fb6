import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import { formatContents } from '#admin/order/contents.ts'
import { courierName } from '#admin/order/couriers.ts'
import { MarksBadge } from '#admin/order/OrderMarks.tsx'
import { formatPhone, type OrderSummary } from '#admin/order/orders.ts'
import { formatShortMoment } from '#admin/order/short-moment.ts'
import { DataTable } from '#kit/list/DataTable.tsx'
import { formatMoney } from '#kit/money.ts'
import { UntrustedText } from '#kit/view/UntrustedText.tsx'
import { StatusBadge } from '#order/view/StatusBadge.tsx'
import { paths } from '#paths.ts'
import { OrderRows, type OrderRowsProps, StatusNote } from './OrderRows.tsx'
import type { SelectionStore } from './selection.store.ts'
import { useMedia } from './useMedia.ts'

interface Props {
  orders: OrderSummary[]
  selection: SelectionStore
}

/** Ten columns need this width beside the sidebar. On a narrower screen an order is two lines. */
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
  const all = (
    <label className="inline-flex min-h-10 items-center gap-3">
      <input
        type="checkbox"
        aria-label="Select all on this page"
        checked={orders.every(({ id }) => selected.has(id))}
        onChange={() => selection.togglePage(orders)}
        className="size-5 accent-forest"
      />
      <span className={hasColumns ? 'hidden' : ''}>Select all on this page</span>
    </label>
  )
  return hasColumns ? (
    <WideTable orders={orders} checkboxOf={checkboxOf} all={all} />
  ) : (
    <>
      {all}
      <OrderRows orders={orders} checkboxOf={checkboxOf} />
    </>
  )
}

/** Rows of 40 pixels: what is long is cut, and the page of the order shows it whole. */
function WideTable({ orders, checkboxOf, all }: OrderRowsProps & { all: ReactNode }) {
  return (
    <DataTable
      caption="Orders, newest first"
      keyOf={({ id }) => id}
      rows={orders}
      className="text-sm whitespace-nowrap [&_:is(td,th)]:px-1.5 [&_:is(td,th)]:py-0 [&_td]:h-10 [&_td]:align-middle"
      columns={[
        {
          name: 'Select',
          head: all,
          show: (order) => <div className="-mx-1.5 -my-0.5">{checkboxOf(order)}</div>,
        },
        {
          name: 'Order ID',
          show: ({ id }) => (
            <a
              href={paths.adminOrder(id)}
              className="text-link inline-flex min-h-10 items-center font-semibold"
            >
              <span id={`order-${id}`}>{id}</span>
              <span className="sr-only"> View Details</span>
            </a>
          ),
        },
        {
          name: 'Customer',
          show: ({ fullName, marks }) => (
            <div className="relative flex items-center">
              <span className="max-w-36 truncate">
                <UntrustedText>{fullName}</UntrustedText>
              </span>
              <div className="-my-2 empty:hidden">
                <MarksBadge marks={marks} isSmall />
              </div>
            </div>
          ),
        },
        {
          name: 'Phone',
          show: ({ phone }) => <UntrustedText dir="ltr">{formatPhone(phone)}</UntrustedText>,
        },
        {
          name: 'City',
          show: ({ city }) => (
            <p className="max-w-32 truncate">
              <UntrustedText>{city}</UntrustedText>
            </p>
          ),
        },
        {
          name: 'Contents',
          show: ({ items }) => <p className="max-w-36 truncate">{formatContents(items)}</p>,
        },
        { name: 'Date', show: ({ date }) => formatShortMoment(date) },
        {
          name: 'Total',
          show: ({ total }) => formatMoney(total),
          isNumber: true,
        },
        {
          name: 'Status',
          show: (order) => (
            <p className="max-w-52 truncate">
              <StatusBadge status={order.status} isSmall /> <StatusNote order={order} />
            </p>
          ),
        },
        {
          name: 'Parcel',
          show: ({ courier, trackingNumber }) => (
            <p className="max-w-36 truncate">
              {courier && courierName(courier)}{' '}
              {trackingNumber && <UntrustedText dir="ltr">{trackingNumber}</UntrustedText>}
            </p>
          ),
        },
      ]}
    />
  )
}
