/* Everything on the page of orders, and how its parts affect each other. */
import { computed } from 'nanostores'
import { createExport } from '#admin/orders/export/export.store.ts'
import type { CustomerAct } from '#admin/orders/new-orders/customer-acts.ts'
import { newOrders } from '#admin/orders/new-orders/new-orders.store.ts'
import { isQueue } from '#admin/orders/order-filter.ts'
import { stopAll } from '#kit/remote/remote-store.ts'
import { createListAdditions } from './desk-slot.ts'
import { startKeys } from './list-keys.ts'
import { createOrderList } from './order-list.store.ts'

export function createOrdersPage() {
  const list = createOrderList()
  const $rows = computed(list.$remote, (page) => (page.state === 'ready' ? page.value.rows : []))
  /** What customers did with orders, by their ids. */
  const $touched = computed(
    newOrders.$acts,
    (acts) => new Map(acts.map(({ id, act }): [string, CustomerAct['act']] => [id, act])),
  )
  const exporting = createExport()
  const additions = createListAdditions?.({
    list,
    $rows,
    exporting,
    refreshRow: (id) => refreshRows([id]),
  })

  /** Rows change where they stand, and keep their ticks. A failure is silent: the news stays on the tab. */
  async function followCustomers(acts: readonly CustomerAct[]): Promise<void> {
    const shown = new Set($rows.get().map(({ id }) => id))
    const ids = acts.map(({ id }) => id).filter((id) => shown.has(id))
    if (ids.length > 0) await refreshRows(ids)
  }

  async function refreshRows(ids: readonly string[]): Promise<void> {
    void list.stages.load()
    const rows = await list.refreshRows(ids).catch(() => [])
    for (const row of rows) additions?.applyChange(row.id, row)
  }

  /** What is asked for by a press is seen. */
  async function showNews(): Promise<void> {
    await list.showNewest()
    newOrders.markSeen(newOrders.$newest.get())
  }

  async function refresh(): Promise<void> {
    await list.load()
    if (isQueue(list.$query.get())) newOrders.markSeen()
  }

  function start(): () => void {
    return stopAll(
      newOrders.$acts.listen((acts) => void followCustomers(acts)),
      list.$remote.listen((view, before) => {
        // A row that changed where it stands is still news.
        const isLoaded = before?.state !== 'ready' || before.isLoading
        if (view.state !== 'ready' || view.isLoading || !isLoaded) return
        if (list.isUnfiltered()) newOrders.markSeen(view.value.rows[0]?.date ?? '')
      }),
      additions?.start() ?? (() => {}),
      startKeys(),
      list.stages.start(),
      list.start(),
    )
  }

  return {
    list,
    newOrders,
    $touched,
    showNews,
    refresh,
    additions,
    exporting,
    start,
  }
}

export type OrdersPageStore = ReturnType<typeof createOrdersPage>
