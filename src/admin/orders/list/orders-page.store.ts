/* Everything on the page of orders, and how its parts affect each other. */
import { computed } from 'nanostores'
import { filterParams, isQueue, type OrderFilter } from '#admin/order/order-filter.ts'
import { createPrinting } from '#admin/print/printing.store.ts'
import { createBulk } from '#desk/acts/bulk/bulk.store.ts'
import { isSaved } from '#desk/acts/row.ts'
import { stopAll } from '#kit/remote/remote-store.ts'
import { createExport } from '../export/export.store.ts'
import type { CustomerAct } from '../new-orders/customer-acts.ts'
import { newOrders } from '../new-orders/new-orders.store.ts'
import { startKeys } from './list-keys.ts'
import { createOrderList } from './order-list.store.ts'
import { createSelection } from './selection.store.ts'

export function createOrdersPage() {
  const list = createOrderList()
  const $rows = computed(list.$remote, (page) => (page.state === 'ready' ? page.value.rows : []))
  const selection = createSelection({ $rows })
  const bulk = createBulk({
    onSaved: (id, change) => {
      list.applyChange(id, change)
      selection.applyChange(id, change)
    },
  })

  /** Rows change where they stand, and keep their ticks. A failure is silent: the news stays on its button. */
  async function followCustomers(acts: readonly CustomerAct[]): Promise<void> {
    const shown = new Set($rows.get().map(({ id }) => id))
    const ids = acts.map(({ id }) => id).filter((id) => shown.has(id))
    if (ids.length === 0) return
    const rows = await list.refreshRows(ids).catch(() => [])
    for (const row of rows) selection.applyChange(row.id, row)
  }

  async function showNews(): Promise<void> {
    await list.showNewest()
    if (isQueue(list.$query.get())) newOrders.markSeen(newOrders.$newest.get())
  }

  /** Selecting another order is the next step, and closes a result that leaves nothing to do. */
  function closeResult(selected: readonly { id: string }[]): void {
    const done = bulk.$bulk.get()
    if (done.step !== 'done' || !done.rows.every(isSaved)) return
    const ids = new Set(done.rows.map(({ id }) => id))
    if (selected.every(({ id }) => ids.has(id))) return
    bulk.close()
    if (!done.isUndo) selection.remove(done.rows)
  }

  function start(): () => void {
    return stopAll(
      newOrders.$acts.listen((acts) => void followCustomers(acts)),
      list.$remote.listen((view, before) => {
        // A row that changed where it stands is still news.
        const isLoaded = before?.state !== 'ready' || before.isLoading
        const isNewestShown = view.state === 'ready' && !view.isLoading && list.isUnfiltered()
        if (isLoaded && isNewestShown) newOrders.markSeen(view.value.rows[0]?.date ?? '')
      }),
      bulk.$bulk.listen(({ step }) => {
        if (step === 'done') void list.counts.load()
      }),
      list.$query.listen((query, before) => {
        if (!before || !hasSameFilter(query, before)) selection.clear()
      }),
      selection.$selected.listen(closeResult),
      bulk.guardPage(),
      startKeys(),
      list.start(),
    )
  }

  return {
    list,
    newOrders,
    showNews,
    bulk,
    selection,
    printing: createPrinting(),
    exporting: createExport(),
    start,
  }
}

function hasSameFilter(a: OrderFilter, b: OrderFilter): boolean {
  return JSON.stringify(filterParams(a)) === JSON.stringify(filterParams(b))
}

export type OrdersPageStore = ReturnType<typeof createOrdersPage>
