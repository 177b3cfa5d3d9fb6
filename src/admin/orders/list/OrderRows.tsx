import type { ReactNode } from 'react'
import { describeConfirmation, endReasonName } from '#admin/order/confirmation.ts'
import { formatContents } from '#admin/order/contents.ts'
import { MarksBadge } from '#admin/order/OrderMarks.tsx'
import { OUTCOME_NAMES } from '#admin/order/order-filter.ts'
import { formatParcel, formatPhone, type OrderSummary } from '#admin/order/orders.ts'
import { formatShortMoment } from '#admin/order/short-moment.ts'
import { formatMoney } from '#kit/money.ts'
import { StatusBadge } from '#order/view/StatusBadge.tsx'
import { paths } from '#paths.ts'
import type { CustomerAct } from '../new-orders/customer-acts.ts'
import type { Touched } from './orders-page.store.ts'

export interface OrderRowsProps {
  orders: readonly OrderSummary[]
  checkboxOf: (order: OrderSummary) => ReactNode
  /** What their customers did since the list was loaded. */
  touched: Touched
}

const TOUCHED: Record<CustomerAct['act'], string> = {
  cancelled: 'text-danger line-through',
  changed: 'font-semibold text-amber',
  confirmed: 'font-semibold text-forest',
  asked: 'font-semibold text-amber',
}

/** How a name looks whose order its customer has just changed. */
export function touchClass(act: CustomerAct['act'] | undefined): string {
  return act ? TOUCHED[act] : ''
}

const DONE: Record<CustomerAct['act'], string> = {
  cancelled: 'cancelled',
  changed: 'changed',
  confirmed: 'confirmed',
  asked: 'asks for help',
}

/** Orders in two lines each, for screens without room for columns. A press anywhere opens the order. */
export function OrderRows({ orders, checkboxOf, touched }: OrderRowsProps) {
  return (
    <ul aria-label="Orders, newest first" className="border-t border-line">
      {orders.map((order) => (
        <li
          key={order.id}
          className="relative flex items-center gap-x-1 border-b border-line hover:bg-sand"
        >
          <div className="-ms-3">{checkboxOf(order)}</div>
          <div className="min-w-0 flex-1 py-1">
            <p className="flex flex-wrap items-baseline gap-x-2">
              <a
                href={paths.adminOrder(order.id)}
                className="text-link font-semibold whitespace-nowrap after:absolute after:inset-0"
              >
                <span id={`order-${order.id}`}>{order.id}</span>
                <span className="sr-only"> View Details</span>
              </a>
              <span className="flex min-w-0 flex-1">
                <bdi dir="auto" className={`truncate ${touchClass(touched.get(order.id))}`}>
                  {order.fullName}
                </bdi>
              </span>
              <span className="whitespace-nowrap tabular-nums">{formatMoney(order.total)}</span>
            </p>
            <div className="mt-1 flex items-center gap-2 text-sm">
              <StatusBadge status={order.status} isSmall />
              <StatusNote order={order} act={touched.get(order.id)} />
              <p className="line-clamp-2 min-w-0 flex-1 text-muted max-sm:text-xs">
                <Facts order={order} />
              </p>
              <div className="-me-2 -my-2 empty:hidden">
                <MarksBadge marks={order.marks} isSmall />
              </div>
            </div>
          </div>
        </li>
      ))}
    </ul>
  )
}

/** What does not fit in two lines of small letters is cut, so the first facts are those of packing. */
function Facts({ order }: { order: OrderSummary }) {
  return (
    <>
      {formatContents(order.items)} · <bdi>{order.city}</bdi> ·{' '}
      <bdi dir="ltr" className="whitespace-nowrap">
        {formatPhone(order.phone)}
      </bdi>{' '}
      ·{' '}
      {order.trackingNumber || order.courier ? (
        <>
          <bdi>{formatParcel(order)}</bdi> ·{' '}
        </>
      ) : (
        ''
      )}
      {formatShortMoment(order.date)}
    </>
  )
}

/** What stands beside the status: what came of asking the customer, whether she was told, or how it ended. */
interface StatusNoteProps {
  order: OrderSummary
  /** What its customer has just done. */
  act: CustomerAct['act'] | undefined
}

export function StatusNote({ order, act }: StatusNoteProps) {
  if (act) return <Note isGood={act === 'confirmed'}>Just now: {DONE[act]}</Note>
  const { confirmation, isTold, outcome, endReason, replaces, replacedBy } = order
  if (isTold) return <Note isGood>Told</Note>
  const end = [outcome && OUTCOME_NAMES[outcome], endReason && endReasonName(endReason)]
  if (outcome || endReason) return <Note isGood={false}>{end.filter(Boolean).join(', ')}</Note>
  if (replaces) return <Note isGood>Replaces {replaces}</Note>
  if (replacedBy) return <Note isGood>Replaced by {replacedBy}</Note>
  const text = confirmation && describeConfirmation(confirmation)
  if (!text) return null
  const isGood = confirmation.state === 'confirmed' || confirmation.state === 'known'
  return <Note isGood={isGood}>{text}</Note>
}

function Note({ isGood, children }: { isGood: boolean; children: ReactNode }) {
  return (
    <span className={`text-xs ${isGood ? 'text-forest' : 'text-amber'}`}>
      {isGood && '✓ '}
      {children}
    </span>
  )
}
