import { useEffect, useState } from 'react'
import { lastSegment } from '#paths.ts'
import { IslandBoundary } from '#ui/IslandBoundary.tsx'
import { followOrder } from './follow-order.ts'
import { OrderPage } from './OrderPage.tsx'
import { createOrderDetail } from './order-detail.store.ts'

export function OrderIsland() {
  const [orderId] = useState(() => lastSegment(location.pathname))
  const [detail] = useState(() => createOrderDetail(orderId))

  useEffect(() => {
    const stopFollowing = followOrder(detail, orderId)
    void detail.load()
    return stopFollowing
  }, [detail, orderId])

  return (
    <IslandBoundary>
      <OrderPage detail={detail} />
    </IslandBoundary>
  )
}
