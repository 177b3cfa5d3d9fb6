/* A press on the ticked orders of the list, and when its result ends. */

import { planRow } from '#admin/acts/dispatch-row.ts'
import type { OrderListStore } from '#admin/orders/list/order-list.store.ts'
import type { OrderSummary } from '#admin/orders/orders.ts'
import {
  type BulkAct,
  type BulkRun,
  type BulkServices,
  createBulk,
  isSaved,
} from '#desk/acts/bulk/bulk.store.ts'
import { stopAll } from '#kit/remote/remote-store.ts'
import type { SelectionStore } from './selection.store.ts'

type BulkList = Pick<OrderListStore, '$remote' | 'load' | 'applyChange'> &
  Record<'counts' | 'stages', Pick<OrderListStore, 'load'>>

export function createListBulk(
  list: BulkList,
  selection: SelectionStore,
  services: Partial<BulkServices> = {},
) {
  const bulk = createBulk({
    ...services,
    onSaved: (id, saved) => {
      // Its stage is the database's: until it is loaded again, its status is shown.
      const change = { ...saved, stage: null }
      list.applyChange(id, change)
      selection.applyChange(id, change)
    },
  })

  /** What is done is ticked no more; what was undone may be done again. */
  function close(): void {
    const done = bulk.$bulk.get()
    if (done.step !== 'done') return
    bulk.close()
    if (!done.isUndo) selection.remove(done.rows.filter(isSaved))
  }

  /** Ends a result that leaves nothing to do, or one that `isPast` says. */
  function closeSaved(isPast: (run: BulkRun) => boolean = () => true): void {
    const done = bulk.$bulk.get()
    if (done.step === 'done' && done.rows.every(isSaved) && isPast(done)) close()
  }

  function showDone({ act, isUndo, rows }: BulkRun): void {
    if (act === 'book') {
      void list.counts.load()
      void list.stages.load()
      // Their stages of before.
      if (isUndo) void list.load()
    } else {
      // Its rows are in another list now.
      selection.remove(rows.filter(isSaved))
      void list.load()
    }
  }

  return {
    ...bulk,
    close,
    closeSaved,
    /** Of the ticked orders, or of some of them. */
    decideTicked: (
      act: Exclude<BulkAct, 'book'>,
      orders: readonly OrderSummary[] = selection.$selected.get(),
    ) =>
      bulk.decide(
        act,
        orders.map((order) => planRow(order)),
      ),
    /** Until the returned function is called. */
    follow: () =>
      stopAll(
        bulk.$bulk.listen((now, before) => {
          if (now.step === 'done' && before?.step === 'saving') showDone(now)
        }),
        // Another order is the next step.
        selection.$selected.listen((ticked) =>
          closeSaved(({ rows }) => {
            const ids = new Set(rows.map(({ id }) => id))
            return ticked.some(({ id }) => !ids.has(id))
          }),
        ),
        list.$remote.listen((view) => {
          if (view.state !== 'ready' || view.isLoading) return
          closeSaved((run) => isChanged(run, view.value.rows))
        }),
        bulk.guardPage(),
      ),
  }
}

/** Whether Undo would change none of the rows on screen. What is undone stays, until it was read. */
function isChanged({ rows, isUndo }: BulkRun, onScreen: readonly OrderSummary[]): boolean {
  const versions = new Map(rows.map(({ id, version }) => [id, version]))
  const shown = onScreen.filter(({ id }) => versions.has(id))
  const areNewer = shown.every(({ id, version }) => version > Number(versions.get(id)))
  return !isUndo && shown.length > 0 && areNewer
}
