/* Everything the owner does on the page of orders, and what follows from one for another. */
import { createBulk } from '../bulk/bulk.store.ts'
import { createExport } from '../export/export.store.ts'
import { createNews } from '../news/news.store.ts'
import { createPrinting } from '../print/printing.store.ts'
import { createOrderList } from './order-list.store.ts'
import { isNewest } from './order-query.ts'
import { createSelection } from './selection.store.ts'

export function createOrdersDesk() {
  const list = createOrderList()
  const news = createNews()
  const bulk = createBulk({ onSaved: list.applyChange })

  list.$list.listen((view) => {
    const isOnScreen = view.state === 'shown' && !view.isLoading && isNewest(list.$query.get())
    if (isOnScreen) news.markSeen(view.page.orders[0]?.date)
  })
  bulk.$bulk.listen((view) => {
    if (view.step === 'done') void list.loadCounts()
  })

  return {
    list,
    news,
    bulk,
    selection: createSelection(),
    printing: createPrinting(),
    exporting: createExport(),
  }
}

export type OrdersDesk = ReturnType<typeof createOrdersDesk>
