import { useStore } from '@nanostores/react'
import { EraseCustomer } from '#features/admin/erasing/EraseCustomer.tsx'
import { isErased } from '#features/orders/erased.ts'
import { LoadProblem } from '#ui/LoadProblem.tsx'
import { PrintSheet } from '../print/PrintSheet.tsx'
import { Customer } from './Customer.tsx'
import { OrderHeading } from './OrderHeading.tsx'
import { OrderHistory } from './OrderHistory.tsx'
import { OrderLines } from './OrderLines.tsx'
import type { FoundOrder, OrderDetailStore } from './order-detail.store.ts'
import { StatusForm } from './StatusForm.tsx'
import { TrackingForm } from './TrackingForm.tsx'

/** A missing order is on its way to the list, and has nothing to show. */
export function OrderPage({ detail }: { detail: OrderDetailStore }) {
  const view = useStore(detail.$detail)
  switch (view.state) {
    case 'missing':
      return null
    case 'loading':
      return (
        <p role="status" className="text-muted">
          Loading order...
        </p>
      )
    case 'unreachable':
      return (
        <LoadProblem
          title="The order could not be loaded."
          onRetry={() => void detail.retryLoad()}
        />
      )
    case 'found':
      return (
        <div className="grid gap-8">
          <OrderHeading order={view.order} />
          {isErased(view.order) ? <ErasedNotice /> : <OrderForms view={view} detail={detail} />}
          <OrderLines order={view.order} />
          <OrderHistory history={view.order.trackingHistory} />
          {!isErased(view.order) && (
            <p data-no-print>
              <EraseCustomer
                fullName={view.order.shippingAddress.fullName}
                whose={{ order: view.order.id }}
                onErased={() => void detail.load()}
              />
            </p>
          )}
          <PrintSheet orders={[view.order]} />
        </div>
      )
  }
}

/** What the admin may change, and whom the parcel goes to. */
function OrderForms({ view, detail }: { view: FoundOrder; detail: OrderDetailStore }) {
  return (
    <>
      <div className="grid gap-6 md:grid-cols-2">
        <StatusForm order={view.order} save={view.saves.status} detail={detail} />
        <TrackingForm order={view.order} save={view.saves.trackingNumber} detail={detail} />
      </div>
      <Customer order={view.order} earlier={view.earlier} />
    </>
  )
}

function ErasedNotice() {
  return (
    <p role="status" className="rounded-lg border border-line p-4">
      The personal data of this order has been erased. What was bought, its sums and its dates are
      kept, and nothing of it can be changed any more.
    </p>
  )
}
