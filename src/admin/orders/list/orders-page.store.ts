/* Everything on the page of orders, and how its parts affect each other. */
import { computed } from 'nanostores'
import { MAX_ROWS } from '#admin/acts/acts.api.ts'
import { filterOf, filterParams, isQueue, type OrderFilter } from '#admin/order/order-filter.ts'
import { createPrinting } from '#admin/print/printing.store.ts'
import { createSend } from '#desk/send/send.store.ts'
import { stopAll } from '#kit/remote/remote-store.ts'
import { createExport } from '../export/export.store.ts'
import type { CustomerAct } from '../new-orders/customer-acts.ts'
import { newOrders } from '../new-orders/new-orders.store.ts'
import { createListBulk } from './list-bulk.ts'
import { startKeys } from './list-keys.ts'
import { nextStepOf, takesReply } from './next-step.ts'
import { createOrderList } from './order-list.store.ts'
import { createReplies } from './replies.store.ts'
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
  const bulk = createListBulk(list, selection)
  const replies = createReplies({ refreshRow: (id) => refreshRows([id]) })
  const $step = computed([selection.$selected, list.$query], (orders, { stage, mark }) =>
    // What looks odd is decided first.
    mark ? undefined : nextStepOf(stage, orders),
  )
  /** The ticked orders that the next step is for: one may have moved on since. */
  const $steppable = computed([$step, selection.$selected, $sendable], (step, orders, sendable) => {
    if (step?.kind === 'send') return sendable
    if (step?.kind === 'resume') return orders.filter(({ stage }) => stage === 'held')
    return step?.kind === 'yes' ? orders.filter(({ stage }) => takesReply(stage)) : []
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

  /** All that may leave is ticked, as many as one batch takes, and all of a group of odd orders. */
  function tickByItself(): void {
    const query = list.$query.get()
    if (query.stage === 'to_pack') void selection.tickAll(filterOf(query), MAX_ROWS)
    if (query.mark && query.group) void selection.tickAll(filterOf(query), Number.POSITIVE_INFINITY)
  }

  function start(): () => void {
    return stopAll(
      newOrders.$acts.listen((acts) => void followCustomers(acts)),
      list.$remote.listen((view, before) => {
        // A row that changed where it stands is still news.
        const isLoaded = before?.state !== 'ready' || before.isLoading
        if (view.state !== 'ready' || view.isLoading || !isLoaded) return
        replies.clear()
        if (list.isUnfiltered()) newOrders.markSeen(view.value.rows[0]?.date ?? '')
        tickByItself()
      }),
      send.$send.listen(({ step }) => bulk.closeIf(() => step === 'booked')),
      list.$query.listen((query, before) => {
        if (!before || !hasSameFilter(query, before)) selection.clear()
      }),
      bulk.follow(),
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
    $step,
    $steppable,
    replies,
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
