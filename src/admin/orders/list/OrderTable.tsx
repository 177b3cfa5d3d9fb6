import { useStore } from '@nanostores/react'
import { atom } from 'nanostores'
import { DataTable } from '#admin/kit/DataTable.tsx'
import { useMedia } from '#admin/kit/useMedia.ts'
import { formatContents } from '#admin/order/contents-text.ts'
import { MarksBadge } from '#admin/orders/marks/MarksBadge.tsx'
import { isQueue } from '#admin/orders/order-filter.ts'
import type { OrderSummary } from '#admin/orders/orders.ts'
import { formatParcel } from '#admin/parcels/parcels.ts'
import { formatShortMoment } from '#admin/short-moment.ts'
import { formatMoney } from '#kit/money.ts'
import { formatPhone } from '#order/phone.ts'
import { CurrencyNote } from '#product/CurrencyNote.tsx'
import { ListedOrderLink, OrderRow } from './OrderRow.tsx'
import type { OrdersPageStore } from './orders-page.store.ts'
import { StageNote, touchClass } from './StageNote.tsx'

interface Props {
  orders: OrderSummary[]
  store: OrdersPageStore
}

/** Ten columns need this width beside the sidebar. On a narrower screen an order is two lines. */
const COLUMNS_FIT = '(min-width: 77.5rem)'

/** Rows of 40 pixels, as wide as the page: what is long is cut, and a tooltip and the page of the order show it whole. */
const WIDE =
  'table-fixed text-sm whitespace-nowrap [&_:is(td,th)]:px-1.5 [&_:is(td,th)]:py-0 [&_td]:h-10 [&_td]:align-middle'

const $nothing = atom<readonly OrderSummary[]>([])

export function OrderTable({ orders, store }: Props) {
  // Without them no order can be ticked.
  const ticks = store.additions?.ticks
  const touched = useStore(store.$touched)
  const query = useStore(store.list.$query)
  const replyOf = store.additions?.replyOf(query.stage)
  const selected = new Set(useStore(ticks?.$selected ?? $nothing).map(({ id }) => id))
  const hasColumns = useMedia(COLUMNS_FIT)
  const checkboxOf = (order: OrderSummary) =>
    ticks && (
      <label className="relative z-10 grid size-touch shrink-0 place-items-center">
        <input
          type="checkbox"
          aria-label={`Select order ${order.id}`}
          checked={selected.has(order.id)}
          onChange={() => ticks.toggle(order)}
          className="size-5 accent-forest"
        />
      </label>
    )
  const all = ticks && (
    <label className={`inline-flex min-h-10 items-center gap-3 ${hasColumns ? 'ms-1.5' : ''}`}>
      <input
        type="checkbox"
        aria-label="Select all on this page"
        checked={orders.every(({ id }) => selected.has(id))}
        onChange={() => ticks.togglePage(orders)}
        className="size-5 accent-forest"
      />
      <span className={hasColumns ? 'hidden' : ''}>Select all on this page</span>
    </label>
  )
  return (
    <>
      {!hasColumns && all}
      <DataTable
        caption={isQueue(query) ? 'Orders, oldest first' : 'Orders, newest first'}
        keyOf={({ id }) => id}
        rows={orders}
        fits={COLUMNS_FIT}
        narrow={(order) => (
          <OrderRow
            order={order}
            checkbox={checkboxOf(order)}
            act={touched.get(order.id)}
            reply={replyOf?.(order)}
          />
        )}
        className={WIDE}
        columns={[
          ...(ticks
            ? [
                {
                  name: 'Select',
                  head: all,
                  width: 'w-11',
                  show: (order: OrderSummary) => (
                    <div className="-mx-1.5 -my-0.5">{checkboxOf(order)}</div>
                  ),
                },
              ]
            : []),
          {
            name: 'Order ID',
            width: 'w-26',
            show: ({ id }) => (
              <ListedOrderLink
                id={id}
                className="text-link inline-flex min-h-10 flex-col justify-center leading-tight font-semibold"
                detailsClass="text-xs font-normal"
              />
            ),
          },
          {
            name: 'Customer',
            show: (order) => (
              <div className={`relative flex items-center ${touchClass(touched.get(order.id))}`}>
                <bdi
                  dir="auto"
                  title={order.fullName}
                  className="line-clamp-2 min-w-0 leading-tight whitespace-normal [overflow-wrap:anywhere]"
                >
                  {order.fullName}
                </bdi>
                {/* As wide as its mark. What may be pressed is wider. */}
                <div className="-mx-2 -my-2 shrink-0 empty:hidden">
                  <MarksBadge marks={order.marks} to={order} />
                </div>
              </div>
            ),
          },
          {
            name: 'Phone',
            width: 'w-30',
            show: ({ phone }) => <Cut dir="ltr">{formatPhone(phone)}</Cut>,
          },
          { name: 'City', width: 'w-22', show: ({ city }) => <Cut>{city}</Cut> },
          { name: 'Contents', show: ({ items }) => <Cut>{formatContents(items)}</Cut> },
          { name: 'Date', width: 'w-26', show: ({ date }) => formatShortMoment(date) },
          { name: 'Total', width: 'w-20', show: ({ total }) => formatMoney(total), isNumber: true },
          {
            name: ticks ? 'Stage' : 'Status',
            width: 'w-45',
            show: (order) => (
              <p className="truncate">
                <StageNote order={order} act={touched.get(order.id)} />
              </p>
            ),
          },
          replyOf
            ? { name: 'Reply', width: 'w-40', show: replyOf }
            : {
                // Without the desk no order has a courier.
                name: ticks ? 'Parcel' : 'Tracking',
                width: 'w-28',
                show: (order) => <Cut>{formatParcel(order)}</Cut>,
              },
        ]}
      />
      <CurrencyNote className="mt-4" />
    </>
  )
}

/** One line of untrusted text, cut with "…" where it is too long. */
function Cut({ children, dir = 'auto' }: { children: string; dir?: 'auto' | 'ltr' }) {
  return (
    <bdi dir={dir} title={children} className="block min-w-0 truncate">
      {children}
    </bdi>
  )
}
