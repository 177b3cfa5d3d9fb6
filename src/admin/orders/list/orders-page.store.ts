/* Everything on the page of orders, and how its parts affect each other. */
import { computed } from 'nanostores'
import { filterOf, filterParams, isQueue, type OrderFilter } from '#admin/order/order-filter.ts'
import { createPrinting } from '#admin/print/printing.store.ts'
import { createBulk } from '#desk/acts/bulk/bulk.store.ts'
import { isSaved } from '#desk/acts/row.ts'
import { createSend } from '#desk/send/send.store.ts'
import { stopAll } from '#kit/remote/remote-store.ts'
import { createExport } from '../export/export.store.ts'
import type { CustomerAct } from '../new-orders/customer-acts.ts'
import { newOrders } from '../new-orders/new-orders.store.ts'
import { startKeys } from './list-keys.ts'
import { createOrderList } from './order-list.store.ts'
import { createSelection } from './selection.store.ts'

/** What customers did with orders on screen, by their ids. */
export type Touched = ReadonlyMap<string, CustomerAct['act']>

export function createOrdersPage() {
  const list = createOrderList()
  const $rows = computed(list.$remote, (page) => (page.state === 'ready' ? page.value.rows : []))
  const $touched = computed(
    newOrders.$acts,
    (acts): Touched => new Map(acts.map(({ id, act }) => [id, act])),
  )
  const selection = createSelection({ $rows })
  /** What no courier has; in "To pack" what may leave without a question. */
  const $sendable = computed([selection.$selected, list.$query], (orders, { stage }) =>
    orders.filter((one) => !one.booked && (stage !== 'to_pack' || one.stage === stage)),
  )
  const send = createSend({
    onBooked: () => {
      selection.remove($sendable.get())
      void list.load()
    },
  })
  const bulk = createBulk({
    onSaved: (id, change) => {
      list.applyChange(id, change)
      selection.applyChange(id, change)
    },
  })

  /** Rows change where they stand, and keep their ticks. A failure is silent: the news stays on the tab. */
  async function followCustomers(acts: readonly CustomerAct[]): Promise<void> {
    const shown = new Set($rows.get().map(({ id }) => id))
    const ids = acts.map(({ id }) => id).filter((id) => shown.has(id))
    if (ids.length === 0) return
    void list.stages.load()
    const rows = await list.refreshRows(ids).catch(() => [])
    for (const row of rows) selection.applyChange(row.id, row)
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

  /** All that may leave is ticked. */
  function tickWhatMayLeave(): void {
    const query = list.$query.get()
    if (query.stage === 'to_pack') void selection.tickAll(filterOf(query))
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
        if (view.state !== 'ready' || view.isLoading || !isLoaded) return
        if (list.isUnfiltered()) newOrders.markSeen(view.value.rows[0]?.date ?? '')
        tickWhatMayLeave()
      }),
      bulk.$bulk.listen(({ step }) => {
        if (step !== 'done') return
        void list.counts.load()
        void list.stages.load()
      }),
      list.$query.listen((query, before) => {
        if (!before || !hasSameFilter(query, before)) selection.clear()
      }),
      selection.$selected.listen(closeResult),
      bulk.guardPage(),
      send.start(),
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
    bulk,
    send,
    $sendable,
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
