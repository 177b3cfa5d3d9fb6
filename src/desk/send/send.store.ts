/*
 * Sending the ticked orders: it says how many leave, with which courier and how much cash, and what stays and why; then
 * they are booked as one batch, its file is downloaded, and the page of the batch opens. A booking without a response
 * outlives a reload and the end of the session.
 */
import { atom, computed } from 'nanostores'
import { sendAct } from '#admin/acts/acts.api.ts'
import { createActs, type SentAct } from '#admin/acts/acts.store.ts'
import type { RefusedRequest } from '#admin/auth/admin-request.ts'
import type { PackingReason } from '#admin/order/packing.ts'
import type { OrderSummary } from '#admin/orders/orders.ts'
import { $couriers } from '#admin/parcels/couriers.ts'
import { createBatchFile, type FileView } from '#desk/sheets/batches/batch-file.store.ts'
import type { Batch } from '#desk/sheets/batches/batches.ts'
import { deviceStorage } from '#kit/storage/device-storage.ts'
import { paths } from '#paths.ts'
import { leaving, type PackableOrder, withReasonsLeft } from './packable.ts'
import { fetchPackable, MAX_ASKED } from './send.api.ts'

/** The courier of the last time. */
const COURIER_KEY = 'zulf:admin-courier'

/** Why an order is not in the batch. Closed ones are delivered or cancelled. */
export type LeftOutReason = PackingReason | 'exported' | 'closed' | 'not_found'

export interface LeftOutOrder {
  id: string
  reason: LeftOutReason
}

/** What the admin wants to send, and whether once more. */
interface Wanted {
  orders: readonly Pick<OrderSummary, 'id' | 'stage'>[]
  isAgain: boolean
}

export type SendView =
  | { step: 'closed' | 'refused' }
  | ({ step: 'looking' } & Wanted)
  /** About these, or where all that may leave are wanted, about all that no courier has. */
  | ({ step: 'asking'; packable: readonly PackableOrder[] } & Wanted)
  | { step: 'booking'; count: number }
  /** Nothing is booked. */
  | ({ step: 'failed'; error: unknown } & Wanted)
  /** It is unknown whether the orders were booked. */
  | { step: 'lost' }
  /** Null where none of them could be booked. */
  | { step: 'booked'; batch: Batch | null; leftOut: readonly LeftOutOrder[] }

/** The result of the act "batch". */
interface Booked {
  ok: true
  batch: Batch | null
  leftOut: LeftOutOrder[]
}

const defaults = {
  fetchPackable,
  sendAct,
  file: createBatchFile,
  open: (path: string) => location.assign(path),
  /** Of the storage of a booking without a response. */
  key: 'sheet',
  /** Called when the dialog of booked orders is closed. */
  onBooked: () => {},
}

export function createSend(options: Partial<typeof defaults> = {}) {
  const services = { ...defaults, ...options }
  const acts = createActs<string>({
    sendAct: services.sendAct,
    errorMessage: () => 'Error sending orders',
    key: services.key,
  })
  const isLost = () => acts.unsent().length > 0
  // What had no response is asked about when the page is opened again.
  const $send = atom<SendView>({ step: isLost() ? 'lost' : 'closed' })
  const $chosen = atom(deviceStorage.get(COURIER_KEY) ?? '')
  const $courier = computed([$chosen, $couriers], (chosen, couriers) => {
    const active = couriers.filter((one) => one.active)
    return active.find(({ id }) => id === chosen)?.id ?? active[0]?.id ?? ''
  })
  const file = services.file()

  /**
   * Asks before these leave. Those that a courier has already leave only where they are sent once more. Where all that
   * may leave are among them, it asks also about what else could.
   */
  async function ask(orders: Wanted['orders'], isAgain = false): Promise<void> {
    if (isLost()) return $send.set({ step: 'lost' })
    const wanted = { orders, isAgain }
    const looking: SendView = { step: 'looking', ...wanted }
    $send.set(looking)
    const show = (view: SendView) => {
      if ($send.get() === looking) $send.set(view)
    }
    const ids = orders.map(({ id }) => id)
    try {
      const mayBeAll = orders.every(({ stage }) => stage === 'to_pack')
      const all = mayBeAll ? await services.fetchPackable() : []
      const packable = areAll(ids, all) ? all : await services.fetchPackable(ids)
      show({ step: 'asking', ...wanted, packable: withReasonsLeft(packable, isAgain) })
    } catch (error) {
      console.error('Error asking what may leave', error)
      show({ step: 'failed', ...wanted, error })
    }
  }

  /** With those that are included, by the keys of stoppedBy(). */
  async function send(included?: ReadonlySet<string>): Promise<void> {
    const view = $send.get()
    if (view.step !== 'asking') return
    const orders = leaving(view.packable, included)
    const ids = orders.map(({ id }) => id)
    const row = {
      id: '',
      courier: $courier.get(),
      ids,
      include: [...new Set(orders.flatMap(({ reasons }) => reasons))],
      ...(view.isAgain && { includeExported: true }),
    }
    $send.set({ step: 'booking', count: ids.length })
    await showBooked(await acts.send('batch', [row], ''))
  }

  /** Books what had no response, once in either case. */
  async function retry(): Promise<void> {
    const [lost] = acts.unsent()
    if (!lost || acts.isSending()) return
    $send.set({ step: 'booking', count: 0 })
    await showBooked(await acts.resend(lost))
  }

  async function showBooked({ state, results }: SentAct<string>): Promise<void> {
    if (state === 'unsent') return $send.set({ step: 'lost' })
    acts.forget()
    const result = results[0] as unknown as Booked | RefusedRequest
    if (!result.ok) return $send.set({ step: 'refused' })
    const { batch, leftOut } = result
    $send.set({ step: 'booked', batch, leftOut })
    if (batch) await file.make(batch)
  }

  /** Opens the page of the batch, once its file is made. What is not in the file is read first. */
  function openBatch(made: FileView): void {
    const view = $send.get()
    if (view.step !== 'booked' || !view.batch || made.step !== 'done') return
    if (view.leftOut.length + made.leftOut.length === 0)
      services.open(paths.adminBatch(view.batch.id))
  }

  return {
    $courier,
    $send,
    file,
    chooseCourier(id: string): void {
      $chosen.set(id)
      deviceStorage.set(COURIER_KEY, id)
    },
    ask,
    send,
    retry,
    /** What was booked goes on at its page. To leave while the file is made would end it. */
    close(): void {
      const view = $send.get()
      if (view.step === 'booked' && file.$file.get().step === 'loading') return
      $send.set({ step: 'closed' })
      if (view.step !== 'booked') return
      services.onBooked()
      if (view.batch) services.open(paths.adminBatch(view.batch.id))
    },
    start: () => file.$file.listen(openBatch),
  }
}

export type SendStore = ReturnType<typeof createSend>

/** Whether these are all that may leave. */
function areAll(ids: readonly string[], all: readonly PackableOrder[]): boolean {
  const may = leaving(all).map(({ id }) => id)
  return may.length === ids.length && all.length < MAX_ASKED && may.every((id) => ids.includes(id))
}
