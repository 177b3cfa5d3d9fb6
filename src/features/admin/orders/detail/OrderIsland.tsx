import { StatusBadge } from '#features/orders/OrderDetails.tsx'
import { type HistoryEntry, isErased, type Order } from '#features/orders/order.ts'
import { lastSegment, paths } from '#paths.ts'
import { formatMoment } from '#shared/dates.ts'
import { Button } from '#ui/Button.tsx'
import { island } from '#ui/island.tsx'
import { RemoteView } from '#ui/RemoteView.tsx'
import { showToast } from '#ui/toast.ts'
import { EraseCustomer } from '../../customers/EraseCustomer.tsx'
import { PackingSlips } from '../print/PackingSlips.tsx'
import { Customer } from './Customer.tsx'
import { OrderForms } from './OrderForms.tsx'
import { OrderLines } from './OrderLines.tsx'
import { createOrderDetail, type FoundOrder, type OrderDetailStore } from './order-detail.store.ts'
import { historyLines } from './order-detail.ts'

export const OrderIsland = island(LoadedOrder, () =>
  createOrderDetail({ orderId: lastSegment(location.pathname) }),
)

/** Shows nothing of an unknown order: the page is on its way to the list. */
function LoadedOrder({ store }: { store: OrderDetailStore }) {
  return (
    <RemoteView remote={store} name="order">
      {(found) => found && <FoundOrderPage found={found} detail={store} />}
    </RemoteView>
  )
}

function FoundOrderPage({ found, detail }: { found: FoundOrder; detail: OrderDetailStore }) {
  const { order, earlier, saves } = found
  return (
    <div className="grid gap-8">
      <OrderHeading order={order} />
      {isErased(order) ? (
        <ErasedNotice />
      ) : (
        <>
          <OrderForms order={order} saves={saves} detail={detail} />
          <Customer order={order} earlier={earlier} />
        </>
      )}
      <OrderLines order={order} />
      <OrderHistory history={order.trackingHistory} />
      {!isErased(order) && (
        <p data-no-print>
          <EraseCustomer
            fullName={order.shippingAddress.fullName}
            whose={{ order: order.id }}
            onErased={() => void detail.load()}
          />
        </p>
      )}
      <PackingSlips orders={[order]} />
    </div>
  )
}

function OrderHeading({ order: { id, date, status } }: { order: Order }) {
  return (
    <div>
      <a href={paths.adminOrders} className="text-link inline-flex min-h-touch items-center">
        Back to Orders
      </a>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="text-h2">
          Order <span className="font-body">{id}</span>
        </h1>
        <StatusBadge status={status} />
        <Button variant="quiet" onClick={() => void copyOrderId(id)}>
          Copy Order ID
        </Button>
        <Button variant="secondary" onClick={() => print()} className="md:ms-auto">
          Print
        </Button>
      </div>
      <p className="text-muted">{formatMoment(date)}</p>
    </div>
  )
}

/** Browsers refuse without HTTPS or permission. */
async function copyOrderId(id: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(id)
    showToast({ title: 'Order ID copied', description: 'Order ID copied to clipboard' })
  } catch {
    showToast({ title: 'Could not copy', description: `Please copy ${id} by hand.` })
  }
}

function ErasedNotice() {
  return (
    <p role="status" className="rounded-lg border border-line p-4">
      The personal data of this order has been erased. What was bought, its sums and its dates are
      kept, and nothing of it can be changed any more.
    </p>
  )
}

function OrderHistory({ history }: { history: readonly HistoryEntry[] }) {
  return (
    <section aria-labelledby="history">
      <h2 id="history" className="mb-3 text-h3">
        History
      </h2>
      <ol className="grid gap-3 border-s border-line ps-4">
        {historyLines(history).map(({ change, at, by }) => (
          <li key={`${at} ${change}`}>
            <p className="font-medium">{change}</p>
            <p className="text-muted">
              <time dateTime={at}>{formatMoment(at)}</time> · {by}
            </p>
          </li>
        ))}
      </ol>
    </section>
  )
}
