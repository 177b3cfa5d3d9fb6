import { useEffect, useState } from 'react'
import { lastSegment } from '#paths.ts'
import { IslandBoundary } from '#ui/IslandBoundary.tsx'
import { OrderPage } from './OrderPage.tsx'
import { OrderProvider } from './OrderProvider.tsx'
import { OrderTracking } from './OrderTracking.tsx'
import { createTracking } from './tracking.store.ts'

export function TrackingIsland() {
  const [tracking] = useState(() => createTracking(lastSegment(location.pathname)))

  useEffect(() => {
    void tracking.load()
    const resume = (event: PageTransitionEvent) => void (event.persisted && tracking.load())
    addEventListener('pagehide', tracking.stop)
    addEventListener('pageshow', resume)
    return () => {
      tracking.stop()
      removeEventListener('pagehide', tracking.stop)
      removeEventListener('pageshow', resume)
    }
  }, [tracking])

  return (
    <IslandBoundary>
      <OrderProvider orders={tracking}>
        <OrderPage>{(order) => <OrderTracking order={order} />}</OrderPage>
      </OrderProvider>
    </IslandBoundary>
  )
}
