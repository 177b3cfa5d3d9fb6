import { useEffect, useState } from 'react'
import { lastSegment } from '#paths.ts'
import { IslandBoundary } from '#ui/IslandBoundary.tsx'
import { confirmationNotes } from './confirmation-notes.ts'
import { OrderConfirmation } from './OrderConfirmation.tsx'
import { OrderPage } from './OrderPage.tsx'
import { OrderProvider } from './OrderProvider.tsx'
import { createOrderView } from './order-view.store.ts'

export function ConfirmationIsland() {
  const [orders] = useState(() => createOrderView(lastSegment(location.pathname)))
  const [notes] = useState(() => confirmationNotes(new URLSearchParams(location.search)))
  useEffect(() => void orders.load(), [orders])
  return (
    <IslandBoundary>
      <OrderProvider orders={orders}>
        <OrderPage>{(order) => <OrderConfirmation order={order} notes={notes} />}</OrderPage>
      </OrderProvider>
    </IslandBoundary>
  )
}
