import { useEffect, useState } from 'react'
import { IslandBoundary } from '#ui/IslandBoundary.tsx'
import { watchNews } from '../news/watch-news.ts'
import { OrdersPage } from './OrdersPage.tsx'
import { createOrdersDesk } from './orders-page.ts'

export function OrdersIsland() {
  const [desk] = useState(createOrdersDesk)

  useEffect(() => {
    const follow = () => void desk.list.followAddress()
    // A page that the browser kept whole, from before another page changed an order.
    const comeBack = (event: PageTransitionEvent) => void (event.persisted && desk.list.load())
    addEventListener('popstate', follow)
    addEventListener('pageshow', comeBack)
    const stopWatching = watchNews(desk.news)
    void desk.list.load()
    return () => {
      removeEventListener('popstate', follow)
      removeEventListener('pageshow', comeBack)
      stopWatching()
    }
  }, [desk])

  return (
    <IslandBoundary>
      <OrdersPage desk={desk} />
    </IslandBoundary>
  )
}
