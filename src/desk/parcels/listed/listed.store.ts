/* A list of parcels at a stage: what is done about each, and who was told. */
import type { OneResult } from '#admin/acts/acts.store.ts'
import { offerUndo, sayChanged, undoOf } from '#admin/acts/offer-undo.ts'
import type { Told } from '#admin/order/whole-order.ts'
import { stages } from '#admin/orders/stages.store.ts'
import { CHECK_IN_ACTS, type CheckInAct } from '#desk/parcels/scan/check-in-acts.ts'
import { createTelling, type TellingOptions } from '#desk/reach/run/telling.store.ts'
import { withCouriers } from '#desk/sheets/couriers/with-couriers.ts'
import { createRemoteStore, stopAll } from '#kit/remote/remote-store.ts'
import { fetchListed } from './listed.api.ts'
import type { ListedRow, ListedStage } from './listed.ts'

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
  const list = createRemoteStore(() => fetchRows(stage), {
    errorMessage: 'Error fetching parcels',
    reloadsWhenVisible: true,
  })
  const telling = createTelling({ onTold: showTold, ...options })

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

  /** The row goes, and a toast takes it back. */
  async function showMoved(row: ListedRow, act: CheckInAct, result: OneResult): Promise<void> {
    if (!result.ok) sayChanged('Not saved')
    else offerUndo(`${row.orderId}: ${CHECK_IN_ACTS[act]}`, undoOf(result, reload))
    await reload()
  }

  return {
    stage,
    list,
    telling,
    showMoved,
    start: () => stopAll(list.start(), telling.start()),
  }
}

export type ListedStore = ReturnType<typeof createListed>
