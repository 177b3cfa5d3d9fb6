import { useStore } from '@nanostores/react'
import { LoadProblem } from '#ui/LoadProblem.tsx'
import { PrintSheet } from '../print/PrintSheet.tsx'
import { Customer } from './Customer.tsx'
import { OrderHeading } from './OrderHeading.tsx'
import { OrderHistory } from './OrderHistory.tsx'
import { OrderLines } from './OrderLines.tsx'
import type { OrderDetailStore } from './order-detail.store.ts'
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
          <div className="grid gap-6 md:grid-cols-2">
            <StatusForm order={view.order} save={view.saves.status} detail={detail} />
            <TrackingForm order={view.order} save={view.saves.trackingNumber} detail={detail} />
          </div>
          <Customer order={view.order} earlier={view.earlier} />
          <OrderLines order={view.order} />
          <OrderHistory history={view.order.trackingHistory} />
          <PrintSheet orders={[view.order]} />
        </div>
      )
  }
}
