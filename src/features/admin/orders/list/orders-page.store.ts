/* Everything on the page of orders, and how its parts affect each other. */
import { createBulk } from '../bulk/bulk.store.ts'
import { createExport } from '../export/export.store.ts'
import { createNewOrders } from '../new-orders/new-orders.store.ts'
import { createPrinting } from '../print/printing.store.ts'
import { createOrderList } from './order-list.store.ts'
import { createSelection } from './selection.store.ts'

export function createOrdersPage() {
  const list = createOrderList()
  const newOrders = createNewOrders()
  const bulk = createBulk({ onSaved: list.applyChange })

  function start(): () => void {
    const stops = [
      list.$remote.listen((view) => {
        const isNewestShown = view.state === 'ready' && !view.isLoading && list.isUnfiltered()
        if (isNewestShown) newOrders.markSeen(view.value.rows[0]?.date)
      }),
      bulk.$bulk.listen(({ step }) => {
        if (step === 'done') void list.counts.load()
      }),
      list.start(),
      newOrders.start(),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }

  return {
    list,
    newOrders,
    bulk,
    selection: createSelection(),
    printing: createPrinting(),
    exporting: createExport(),
    start,
  }
}

export type OrdersPageStore = ReturnType<typeof createOrdersPage>
