/*
 * Sending the ticked orders: it says how many leave, with which courier and how much cash, and what stays and why; then
 * they are booked as one batch, its file is downloaded, and the page of the batch opens. A booking without a response
 * outlives a reload and the end of the session.
 */
import { atom, computed, type ReadableAtom, type WritableAtom } from 'nanostores'
import { sendAct } from '#admin/acts/acts.api.ts'
import { type Acts, createActs, type SentAct } from '#admin/acts/acts.store.ts'
import type { AskedReason, PackingReason } from '#admin/order/packing.ts'
import type { OrderSummary } from '#admin/orders/orders.ts'
import { $couriers } from '#admin/parcels/couriers.ts'
import type { RefusedRequest } from '#desk/acts/refused-request.ts'
import { type BatchFileStore, createBatchFile } from '#desk/sheets/batches/batch-file.store.ts'
import type { Batch } from '#desk/sheets/batches/batches.ts'
import { deviceStorage } from '#kit/storage/device-storage.ts'
import { paths } from '#paths.ts'
import { type Included, leaving, type PackableOrder } from './packable.ts'
import { fetchPackable, MAX_ASKED } from './send.api.ts'

/** The courier of the last time. */
const COURIER_KEY = 'zulf:admin-courier'

/** Why an order is not in the batch. Closed ones are delivered or cancelled. */
export type LeftOutReason = PackingReason | 'exported' | 'closed' | 'not_found'

export interface LeftOutOrder {
  id: string
  reason: LeftOutReason
}

type WantedOrder = Pick<OrderSummary, 'id' | 'stage'>

/** What the admin wants to send, and whether once more. */
interface Wanted {
  orders: readonly WantedOrder[]
  isAgain: boolean
}

export interface Asking extends Wanted {
  step: 'asking'
  /** These, or where all that may leave are wanted, all that no courier has. */
  packable: readonly PackableOrder[]
}

export type SendView =
  | { step: 'closed' }
  | ({ step: 'looking' } & Wanted)
  | Asking
  | { step: 'booking'; count: number }
  /** Nothing is booked. */
  | ({ step: 'failed'; error: unknown } & Wanted)
  | { step: 'refused' }
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

interface Sending {
  $courier: ReadableAtom<string>
  $send: WritableAtom<SendView>
  acts: Acts<string>
  file: BatchFileStore
  services: typeof defaults
}

export function createSend(options: Partial<typeof defaults> = {}) {
  const services = { ...defaults, ...options }
  const $chosen = atom(deviceStorage.get(COURIER_KEY) ?? '')
  const acts = createActs<string>({
    sendAct: services.sendAct,
    errorMessage: () => 'Error sending orders',
    key: services.key,
  })
  const sending: Sending = {
    $courier: computed([$chosen, $couriers], (chosen, couriers) => {
      const active = couriers.filter((one) => one.active)
      return active.find(({ id }) => id === chosen)?.id ?? active[0]?.id ?? ''
    }),
    // What had no response is asked about when the page is opened again.
    $send: atom<SendView>({ step: acts.unsent().length > 0 ? 'lost' : 'closed' }),
    acts,
    file: services.file(),
    services,
  }
  const { $send, $courier, file } = sending
  return {
    $courier,
    $send,
    file,
    chooseCourier(id: string): void {
      $chosen.set(id)
      deviceStorage.set(COURIER_KEY, id)
    },
    /** Asks before these leave. Those that a courier has already leave only where they are sent once more. */
    ask: (orders: readonly WantedOrder[], isAgain = false) => ask(sending, { orders, isAgain }),
    send: (include: readonly AskedReason[]) => send(sending, include),
    /** Books what had no response, once in either case. */
    retry: () => retry(sending),
    close: () => close(sending),
    start: () => file.$file.listen(() => openBatch(sending)),
  }
}

export type SendStore = ReturnType<typeof createSend>

/** Looks which of the orders may leave. Where all that may are among them, also what else could. */
async function ask({ $send, acts, services }: Sending, wanted: Wanted): Promise<void> {
  if (acts.unsent().length > 0) return $send.set({ step: 'lost' })
  const looking: SendView = { step: 'looking', ...wanted }
  $send.set(looking)
  const show = (view: SendView) => {
    if ($send.get() === looking) $send.set(view)
  }
  const ids = wanted.orders.map(({ id }) => id)
  try {
    const mayBeAll = wanted.orders.every(({ stage }) => stage === 'to_pack')
    const all = mayBeAll ? await services.fetchPackable() : []
    const packable = areAll(ids, all) ? all : await services.fetchPackable(ids)
    show({ step: 'asking', ...wanted, packable })
  } catch (error) {
    console.error('Error asking what may leave', error)
    show({ step: 'failed', ...wanted, error })
  }
}

/** Whether these are all that may leave. */
function areAll(ids: readonly string[], all: readonly PackableOrder[]): boolean {
  const may = leaving(all, []).map(({ id }) => id)
  return may.length === ids.length && all.length < MAX_ASKED && may.every((id) => ids.includes(id))
}

/** Which reasons for staying do not count. */
export function includedBy({ isAgain }: Wanted, include: readonly AskedReason[] = []): Included[] {
  return [...(isAgain ? (['booked'] as const) : []), ...include]
}

async function send(sending: Sending, include: readonly AskedReason[]): Promise<void> {
  const { $send, $courier, acts } = sending
  const view = $send.get()
  if (view.step !== 'asking') return
  const ids = leaving(view.packable, includedBy(view, include)).map(({ id }) => id)
  const row = {
    id: '',
    courier: $courier.get(),
    ids,
    include: [...include],
    ...(view.isAgain && { includeExported: true }),
  }
  $send.set({ step: 'booking', count: ids.length })
  await goOn(sending, await acts.send('batch', [row], ''))
}

async function retry(sending: Sending): Promise<void> {
  const { acts, $send } = sending
  const [lost] = acts.unsent()
  if (!lost || acts.isSending()) return
  $send.set({ step: 'booking', count: 0 })
  await goOn(sending, await acts.resend(lost))
}

async function goOn({ $send, acts, file }: Sending, sent: SentAct<string>): Promise<void> {
  if (sent.state === 'unsent') return $send.set({ step: 'lost' })
  acts.forget()
  const result = sent.results[0] as unknown as Booked | RefusedRequest
  if (!result.ok) return $send.set({ step: 'refused' })
  const { batch, leftOut } = result
  $send.set({ step: 'booked', batch, leftOut })
  if (batch) await file.make(batch)
}

/** What is not in the file is read first. */
function openBatch({ $send, file, services }: Sending): void {
  const view = $send.get()
  const made = file.$file.get()
  if (view.step !== 'booked' || !view.batch || made.step !== 'done') return
  if (view.leftOut.length + made.elsewhere.length === 0)
    services.open(paths.adminBatch(view.batch.id))
}

function close({ $send, services }: Sending): void {
  const { step } = $send.get()
  $send.set({ step: 'closed' })
  if (step === 'booked') services.onBooked()
}
