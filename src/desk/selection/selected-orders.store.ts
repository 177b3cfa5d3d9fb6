/* The ticked orders of the list, what is done with them, and which are ticked by themselves. */
import { computed } from 'nanostores'
import { MAX_ROWS } from '#admin/acts/acts.api.ts'
import type { ListParts } from '#admin/orders/list/desk-slot.ts'
import { filterOf, filterParams, type OrderFilter } from '#admin/orders/order-filter.ts'
import { createPrinting } from '#admin/print/printing.store.ts'
import { createDoneRows } from '#desk/acts/done-rows.store.ts'
import { createSend } from '#desk/send/send.store.ts'
import { stopAll } from '#kit/remote/remote-store.ts'
import { createListBulk } from './list-bulk.ts'
import { nextStepOf, takesReply } from './next-step.ts'
import { createSelection } from './selection.store.ts'

export function createSelectedOrders(
  { list, $rows, exporting, refreshRow }: ListParts,
  services = { createSend },
) {
  const selection = createSelection({ $rows })
  /** Until the list is loaded again (docs/desk-rules.md, rule 21.71). */
  const replies = createDoneRows<'yes'>(refreshRow)
  /** What no courier has; in "To pack" what may leave without a question. */
  const $sendable = computed([selection.$selected, list.$query], (orders, { stage }) =>
    orders.filter((one) => !one.booked && (stage !== 'to_pack' || one.stage === stage)),
  )
  /** A row may be loaded while the dialog is open: its order is booked then, and none of the sendable. */
  let asked: readonly { id: string }[] = []
  const send = services.createSend({
    onBooked: () => {
      selection.remove(asked)
      void list.load()
    },
  })
  const bulk = createListBulk(list, selection)
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

  /** All that may leave is ticked, as many as one batch takes, and all of a group of odd orders. */
  function tickByItself(): void {
    const query = list.$query.get()
    if (query.stage === 'to_pack') void selection.tickAll(filterOf(query), MAX_ROWS)
    if (query.mark && query.group) void selection.tickAll(filterOf(query), Number.POSITIVE_INFINITY)
  }

  function start(): () => void {
    return stopAll(
      list.$remote.listen((view, before) => {
        // Not after a row that changed where it stands.
        const isLoaded = before?.state !== 'ready' || before.isLoading
        if (view.state !== 'ready' || view.isLoading || !isLoaded) return
        replies.clear()
        tickByItself()
      }),
      send.$send.listen((view) => {
        if (view.step === 'looking') asked = view.orders
        if (view.step === 'booked') bulk.closeSaved()
      }),
      list.$query.listen((query, before) => {
        if (!before || !hasSameFilter(query, before)) selection.clear()
      }),
      bulk.follow(),
      send.start(),
    )
  }

  return {
    list,
    bulk,
    send,
    $sendable,
    $step,
    $steppable,
    selection,
    replies,
    printing: createPrinting(),
    exporting,
    start,
  }
}

function hasSameFilter(a: OrderFilter, b: OrderFilter): boolean {
  return JSON.stringify(filterParams(a)) === JSON.stringify(filterParams(b))
}

export type SelectedOrders = ReturnType<typeof createSelectedOrders>
