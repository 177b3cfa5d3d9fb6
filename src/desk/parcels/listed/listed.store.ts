/*
 * A list of parcels at a stage: what is done about each, and who was told. Rows keep their places while the page is open
 * (docs/desk-rules.md, rule 22.61): what was pressed in one stands in it, with Undo.
 */
import type { Told } from '#admin/order/told.ts'
import { stages } from '#admin/orders/stages.store.ts'
import { createDoneRows } from '#desk/acts/done-rows.store.ts'
import { type Kept, keepPlaces } from '#desk/lists/keep-places.ts'
import type { CheckInAct } from '#desk/parcels/scan/check-in-acts.ts'
import { type ChatsOptions, createChats } from '#desk/reach/messages/chats.store.ts'
import { withCouriers } from '#desk/sheets/couriers/with-couriers.ts'
import { createRemoteStore, type RemoteStore, stopAll } from '#kit/remote/remote-store.ts'
import { fetchListed } from './listed.api.ts'
import type { ListedParcel, ListedStage } from './listed.ts'

interface ListedOptions extends Partial<ChatsOptions> {
  fetchListed?: (stage: ListedStage) => Promise<ListedParcel[]>
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
  const list: RemoteStore<Kept<ListedParcel>[]> = createRemoteStore(load, {
    errorMessage: 'Error fetching parcels',
    reloadsWhenVisible: true,
  })
  /** By the orders of the rows. */
  const { $done, note, undo, forget } = createDoneRows<CheckInAct>(reload, {
    sendAct: options.sendAct,
    keepsUndone: true,
  })
  // What is in the list again is to be done, whatever was pressed before.
  list.$remote.listen((view) => {
    if (view.state !== 'ready' || view.isLoading || view.isStale) return
    forget(view.value.filter(({ isGone }) => !isGone).map(({ orderId }) => orderId))
  })
  const chats = createChats({ onTold: showTold, ...options })

  async function load(): Promise<Kept<ListedParcel>[]> {
    const loaded = await fetchRows(stage)
    const view = list.$remote.get()
    return keepPlaces(view.state === 'ready' ? view.value : [], loaded, ({ orderId }) => orderId)
  }

  async function reload(): Promise<void> {
    onMoved()
    await list.load()
  }

  function showTold(id: string, told: Told | undefined): void {
    const toldAt = new Date().toISOString()
    list.update((rows) =>
      rows.map((row) =>
        row.orderId === id
          ? { ...row, toldAt, order: { ...row.order, ...(told && { told }) } }
          : row,
      ),
    )
  }

  const start = () => stopAll(list.start(), chats.start())
  return { stage, list, $done, note, undo, chats, start }
}

export type ListedStore = ReturnType<typeof createListed>
