import type { ReactNode } from 'react'
import { formatContents } from '#admin/order/contents-text.ts'
import { OrderLink } from '#admin/order/OrderLink.tsx'
import { BackToOrders } from '#admin/tab-state/BackToOrders.tsx'
import { formatMoment } from '#kit/dates.ts'
import { CopyButton } from '#kit/form/CopyButton.tsx'
import { formatMoney } from '#kit/money.ts'
import { CopyIcon } from '#kit/view/icons.tsx'
import { amountToPayBack, cashDue } from '#order/cash.ts'
import { isErased, type Order } from '#order/order.ts'
import { amountToCollect } from '#order/sums.ts'
import { StatusBadge } from '#order/view/StatusBadge.tsx'
import type { OrderWithHistory } from './order-with-history.ts'

interface OrderHeadingProps {
  order: Order
  found: OrderWithHistory
  /** Opens the rare acts. */
  onMore: () => void
}

/** Its number, what is in it, and its cash. */
export function OrderHeading({ order, found, onMore }: OrderHeadingProps) {
  const { id, date, status, replaces } = order
  const { replacedBy } = found
  return (
    <div>
      <div className="flex items-center justify-between">
        <BackToOrders />
        <button
          type="button"
          data-no-print
          aria-haspopup="dialog"
          onClick={onMore}
          className="-me-2 grid size-touch place-items-center rounded-md text-h3 hover:bg-sand"
        >
          <span aria-hidden="true">⋯</span>
          <span className="sr-only">More for this order</span>
        </button>
      </div>
      <OrderNumber id={id}>
        {/* Others have it in their card. */}
        {isErased(order) && <StatusBadge status={status} isSmall />}
      </OrderNumber>
      <p>
        {formatContents(order.items)} · <Cash order={order} found={found} />{' '}
        <span className="text-muted">· {formatMoment(date)}</span>
      </p>
      {replaces && (
        <p className="font-medium">
          A replacement for order <OrderLink id={replaces} />
        </p>
      )}
      {replacedBy && (
        <p className="font-medium">
          Items of it are replaced by order <OrderLink id={replacedBy} />
        </p>
      )}
    </div>
  )
}

/** What is known of an order before it is loaded, where its heading stands then. */
export function HeadingAhead({ id }: { id: string }) {
  return (
    <div>
      <BackToOrders />
      <OrderNumber id={id} />
    </div>
  )
}

function OrderNumber({ id, children }: { id: string; children?: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center gap-x-2">
      <h1 className="text-h3 [overflow-wrap:anywhere]">
        Order <span className="font-body">{id}</span>
      </h1>
      <CopyButton name="Order ID" text={id}>
        <span className="grid size-touch place-items-center">
          <CopyIcon />
          <span className="sr-only">Copy Order ID</span>
        </span>
      </CopyButton>
      {children}
    </div>
  )
}

/** What is to be collected, was collected, or is to be paid back. The advance of a joined order is part of the other. */
function Cash({ order, found: { joined } }: Pick<OrderHeadingProps, 'order' | 'found'>) {
  const due = cashDue(order)
  const owed = joined.into ? 0 : amountToPayBack(order)
  if (owed > 0) return <strong>{formatMoney(owed)} in advance to pay back</strong>
  const collected = order.status === 'delivered' ? amountToCollect(order) : 0
  if (due + collected === 0) return <>nothing to collect</>
  return (
    <>
      <strong className="tabular-nums">{formatMoney(due || collected)}</strong>{' '}
      {due > 0 ? 'to collect' : 'collected'}
    </>
  )
}
