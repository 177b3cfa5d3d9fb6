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
    const reload = (event: PageTransitionEvent) => void (event.persisted && tracking.load())
    addEventListener('online', tracking.resume)
    addEventListener('pagehide', tracking.stop)
    addEventListener('pageshow', reload)
    return () => {
      tracking.stop()
      removeEventListener('online', tracking.resume)
      removeEventListener('pagehide', tracking.stop)
      removeEventListener('pageshow', reload)
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
