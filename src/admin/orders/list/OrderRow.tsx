import type { ReactNode } from 'react'
import { rowLink, TwoLineRow } from '#admin/kit/TwoLineRow.tsx'
import { formatContents } from '#admin/order/contents-text.ts'
import { MarksBadge } from '#admin/orders/marks/MarksBadge.tsx'
import type { CustomerAct } from '#admin/orders/new-orders/customer-acts.ts'
import type { OrderSummary } from '#admin/orders/orders.ts'
import { formatParcel } from '#admin/parcels/parcels.ts'
import { formatShortMoment } from '#admin/short-moment.ts'
import { formatMoney } from '#kit/money.ts'
import { formatPhone } from '#order/phone.ts'
import { paths } from '#paths.ts'
import { StageNote, touchClass } from './StageNote.tsx'

export interface OrderRowProps {
  order: OrderSummary
  checkbox: ReactNode
  /** What its customer has just done. */
  act: CustomerAct['act'] | undefined
  /** Of a customer who waits in the list. */
  reply: ReactNode
}

/** An order in two lines, for screens without room for columns. A press anywhere opens it. */
export function OrderRow({ order, checkbox, act, reply }: OrderRowProps) {
  return (
    <TwoLineRow
      start={checkbox && <div className="-ms-3 -me-2">{checkbox}</div>}
      titleLines="two"
      title={
        <>
          <ListedOrderLink id={order.id} className={rowLink} />{' '}
          <bdi dir="auto" className={touchClass(act)}>
            {order.fullName}
          </bdi>
        </>
      }
      figure={formatMoney(order.total)}
      end={reply}
    >
      <div className="mt-1 flex items-center gap-2">
        <p className="line-clamp-2 min-w-0 flex-1 max-sm:text-xs">
          <span className="me-2">
            <StageNote order={order} act={act} />
          </span>{' '}
          <Facts order={order} />
        </p>
        <div className="-my-2 -me-2 text-ink empty:hidden">
          <MarksBadge marks={order.marks} to={order} />
        </div>
      </div>
    </TwoLineRow>
  )
}

interface ListedOrderLinkProps {
  id: string
  className: string
  /** Of "View Details". */
  detailsClass?: string
}

/** The keys of the list find it by its id. */
export function ListedOrderLink({ id, className, detailsClass = 'sr-only' }: ListedOrderLinkProps) {
  return (
    <a href={paths.adminOrder(id)} className={className}>
      <span id={`order-${id}`}>{id}</span>
      <span className={detailsClass}> View Details</span>
    </a>
  )
}

/** What does not fit in two lines of small letters is cut: the phone, which tells customers apart, stands first. */
function Facts({ order }: { order: OrderSummary }) {
  const parcel = formatParcel(order)
  return (
    <>
      <bdi dir="ltr" className="whitespace-nowrap">
        {formatPhone(order.phone)}
      </bdi>{' '}
      · {formatContents(order.items)} · <bdi>{order.city}</bdi> · {parcel && <bdi>{parcel}</bdi>}
      {parcel && ' · '}
      {formatShortMoment(order.date)}
    </>
  )
}
