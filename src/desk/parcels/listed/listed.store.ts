/*
 * A list of parcels at a stage: what is done about each, and who was told. Rows keep their places while the page is open
 * (docs/desk-rules.md, rule 22.61): what was pressed in one stands in it, with Undo.
 */
import { atom } from 'nanostores'
import type { OneResult } from '#admin/acts/acts.store.ts'
import { sayChanged, undoOf } from '#admin/acts/offer-undo.ts'
import { type Kept, keepPlaces } from '#admin/lists/keep-places.ts'
import type { Told } from '#admin/order/whole-order.ts'
import { stages } from '#admin/orders/stages.store.ts'
import type { CheckInAct } from '#desk/parcels/scan/check-in-acts.ts'
import { createTelling, type TellingOptions } from '#desk/reach/run/telling.store.ts'
import { withCouriers } from '#desk/sheets/couriers/with-couriers.ts'
import { createRemoteStore, type RemoteStore, stopAll } from '#kit/remote/remote-store.ts'
import { fetchListed } from './listed.api.ts'
import type { ListedRow, ListedStage } from './listed.ts'

interface Done {
  act: CheckInAct
  result: OneResult
}

interface ListedOptions extends Partial<TellingOptions> {
  fetchListed?: (stage: ListedStage) => Promise<ListedRow[]>
  /** Called when parcels are at another stage. */
  onMoved?: () => void
}

export function createListed(
  stage: ListedStage,
  {
    fetchListed: fetchRows = (wanted) => withCouriers(fetchListed(wanted)),
    onMoved = () => void stages.load(),
    ...options
  }: ListedOptions = {},
) {
  /** What was pressed, by the orders of the rows. */
  const $done = atom<ReadonlyMap<string, Done>>(new Map())
  const list: RemoteStore<Kept<ListedRow>[]> = createRemoteStore(load, {
    errorMessage: 'Error fetching parcels',
    reloadsWhenVisible: true,
  })
  list.$remote.listen((view) => {
    if (view.state === 'ready' && !view.isLoading && !view.isStale) forgetListed(view.value)
  })
  const telling = createTelling({ onTold: showTold, ...options })

  async function load(): Promise<Kept<ListedRow>[]> {
    const loaded = await fetchRows(stage)
    const view = list.$remote.get()
    return keepPlaces(view.state === 'ready' ? view.value : [], loaded, ({ orderId }) => orderId)
  }

  /** What is in the list again is to be done, whatever was pressed before. */
  function forgetListed(rows: readonly Kept<ListedRow>[]): void {
    const listed = rows.filter(({ isGone }) => !isGone).map(({ orderId }) => orderId)
    $done.set(new Map([...$done.get()].filter(([id]) => !listed.includes(id))))
  }

  function showTold(id: string, told: Told | undefined): void {
    const toldAt = new Date().toISOString()
    list.update((rows) =>
      rows.map((row) => (row.orderId === id ? { ...row, toldAt, told: told ?? row.told } : row)),
    )
  }

  async function reload(): Promise<void> {
    onMoved()
    await list.load()
  }

  async function note(id: string, act: CheckInAct, result: OneResult): Promise<void> {
    if (result.ok) $done.set(new Map([...$done.get(), [id, { act, result }]]))
    else sayChanged('Not saved')
    await reload()
  }

  async function undo(id: string): Promise<void> {
    const done = $done.get().get(id)
    if (done) await undoOf(done.result, reload, options.sendAct)()
  }

  return {
    stage,
    list,
    $done,
    telling,
    /** What came of a press in the row of this order. */
    note,
    undo,
    start: () => stopAll(list.start(), telling.start()),
  }
}

export type ListedStore = ReturnType<typeof createListed>
