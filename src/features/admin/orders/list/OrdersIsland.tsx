import { useEffect, useState } from 'react'
import { IslandBoundary } from '#ui/IslandBoundary.tsx'
import { watchNews } from '../news/watch-news.ts'
import { createOrdersDesk } from './desk.ts'
import { OrdersPage } from './OrdersPage.tsx'

export function OrdersIsland() {
  const [desk] = useState(createOrdersDesk)

  useEffect(() => {
    const follow = () => void desk.list.followAddress()
    addEventListener('popstate', follow)
    const stopWatching = watchNews(desk.news)
    void desk.list.load()
    return () => {
      removeEventListener('popstate', follow)
      stopWatching()
    }
  }, [desk])

  return (
    <IslandBoundary>
      <OrdersPage desk={desk} />
    </IslandBoundary>
  )
}
