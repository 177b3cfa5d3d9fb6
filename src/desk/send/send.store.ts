/*
 * Sending the ticked orders: it says how many leave, with which courier and how much cash, and what stays and why; then
 * they are booked as one batch, its file is downloaded, and the page of the batch opens. A booking without a response
 * outlives a reload and the end of the session.
 */
import { atom, computed, type ReadableAtom, type WritableAtom } from 'nanostores'
import { sendAct } from '#admin/acts/acts.api.ts'
import { type Acts, createActs, type SentAct } from '#admin/acts/acts.store.ts'
import { $couriers } from '#admin/order/couriers.ts'
import type { OrderSummary, Refusal } from '#admin/order/orders.ts'
import type { AskedReason, PackingReason } from '#admin/order/packing.ts'
import { type BatchFileStore, createBatchFile } from '#desk/sheets/batches/batch-file.store.ts'
import { BATCH_SIZE, type Batch } from '#desk/sheets/batches/batches.ts'
import { deviceStorage } from '#kit/storage/device-storage.ts'
import { paths } from '#paths.ts'
import { type Included, leaving, type Packable } from './packable.ts'
import { fetchPackable } from './send.api.ts'

/** The courier of the last time. */
const COURIER_KEY = 'zulf:admin-courier'

/** Why an order is not in the batch. Closed ones are delivered or cancelled. */
export type LeftOutReason = PackingReason | 'exported' | 'closed' | 'not_found'

/** What the admin wants to send, and whether once more. */
interface Wanted {
  orders: readonly OrderSummary[]
  isAgain: boolean
}

export type SendView =
  | { step: 'closed' }
  | ({ step: 'looking' } & Wanted)
  | Asking
  | { step: 'booking'; count: number }
  /** Nothing is booked. */
  | ({ step: 'failed'; error: unknown } & Wanted)
  | { step: 'refused'; problem: string }
  /** It is unknown whether the orders were booked. */
  | { step: 'lost'; count: number }
  /** Null where none of them could be booked. */
  | { step: 'booked'; batch: Batch | null; leftOut: LeftOut[] }

export interface Asking extends Wanted {
  step: 'asking'
  packable: Packable
  /** Whether these are all that may leave, so that others can go with them. */
  isAll: boolean
}

export interface LeftOut {
  id: string
  reason: LeftOutReason
}

interface Request {
  courier: string
  /** Without ids, the oldest orders that may leave and no courier has. */
  ids?: readonly string[]
  include: readonly AskedReason[]
  /** Whether orders among the ids that a courier has are sent once more. */
  includeExported?: boolean
  /** The batch that gets the orders, once it is made. */
  batch?: number
}

/** A request, and what earlier ones of the same press left out. */
interface Asked {
  request: Request
  leftOut: LeftOut[]
  /** How many were to leave by this press. */
  count: number
}

/** The result of the act "batch". */
interface Booked {
  ok: true
  batch: Batch | null
  exported: string[]
  leftOut: LeftOut[]
  /** Without ids: how many orders that may leave are still not booked. */
  remaining: number
}

const defaults = {
  fetchPackable,
  sendAct,
  file: createBatchFile,
  open: (path: string) => location.assign(path),
  /** Called when the dialog of booked orders is closed. */
  onBooked: () => {},
}

interface Sending {
  $courier: ReadableAtom<string>
  $send: WritableAtom<SendView>
  acts: Acts<Asked>
  file: BatchFileStore
  services: typeof defaults
}

export function createSend(options: Partial<typeof defaults> = {}) {
  const services = { ...defaults, ...options }
  const $chosen = atom(deviceStorage.get(COURIER_KEY) ?? '')
  const acts = createActs<Asked>({
    sendAct: services.sendAct,
    errorMessage: () => 'Error sending orders',
    key: 'sheet',
  })
  const sending: Sending = {
    $courier: computed([$chosen, $couriers], (chosen, couriers) => {
      const active = couriers.filter((one) => one.active)
      return active.find(({ id }) => id === chosen)?.id ?? active[0]?.id ?? ''
    }),
    // What had no response is asked about when the page is opened again.
    $send: atom(lostOf(acts) ?? { step: 'closed' }),
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
    ask: (orders: readonly OrderSummary[], isAgain = false) => ask(sending, { orders, isAgain }),
    send: (include: readonly AskedReason[]) => send(sending, include),
    /** Books what had no response, once in either case. */
    retry: () => retry(sending),
    close: () => close(sending),
    start: () => file.$file.listen(() => openBatch(sending)),
  }
}

export type SendStore = ReturnType<typeof createSend>

function lostOf(acts: Acts<Asked>): SendView | undefined {
  const [lost] = acts.unsent()
  return lost && { step: 'lost', count: lost.about.count }
}

/** Looks which of the orders may leave. Where all that may are among them, also what else could. */
async function ask({ $send, acts, services }: Sending, wanted: Wanted): Promise<void> {
  const lost = lostOf(acts)
  if (lost) return $send.set(lost)
  const looking: SendView = { step: 'looking', ...wanted }
  $send.set(looking)
  const show = (view: SendView) => {
    if ($send.get() === looking) $send.set(view)
  }
  const { orders } = wanted
  try {
    const mayBeAll = orders.every(({ stage }) => stage === 'to_pack')
    const all = mayBeAll ? await services.fetchPackable() : undefined
    const isAll = all !== undefined && leaving(all, []).count <= orders.length
    const packable = isAll ? all : await services.fetchPackable(idsOf(orders))
    show({ step: 'asking', ...wanted, packable, isAll })
  } catch (error) {
    console.error('Error asking what may leave', error)
    show({ step: 'failed', ...wanted, error })
  }
}

/** Which reasons for staying do not count. */
export function includedBy({ isAgain }: Wanted, include: readonly AskedReason[] = []): Included[] {
  return [...(isAgain ? (['booked'] as const) : []), ...include]
}

async function send(sending: Sending, include: readonly AskedReason[]): Promise<void> {
  const view = sending.$send.get()
  if (view.step !== 'asking') return
  const withOthers = view.isAll && include.length > 0
  const request = {
    courier: sending.$courier.get(),
    ...(!withOthers && { ids: idsOf(view.orders) }),
    include,
    ...(view.isAgain && { includeExported: true }),
  }
  const { count } = leaving(view.packable, includedBy(view, include))
  await book(sending, { request, leftOut: [], count })
}

/** As many at once as the database takes. */
async function book(sending: Sending, asked: Asked): Promise<void> {
  const { acts, $send } = sending
  const { ids, ...request } = asked.request
  $send.set({ step: 'booking', count: asked.count })
  acts.forget()
  const row = {
    id: '',
    ...request,
    include: [...request.include],
    ...(ids && { ids: ids.slice(0, BATCH_SIZE) }),
  }
  await goOn(sending, await acts.send('batch', [row], asked))
}

async function retry(sending: Sending): Promise<void> {
  const [lost] = sending.acts.unsent()
  if (!lost || sending.acts.isSending()) return
  sending.$send.set({ step: 'booking', count: lost.about.count })
  await goOn(sending, await sending.acts.resend(lost))
}

async function goOn(sending: Sending, { about, state, results }: SentAct<Asked>): Promise<void> {
  const { $send, acts, file } = sending
  if (state === 'unsent') return $send.set({ step: 'lost', count: about.count })
  acts.forget()
  const result = results[0] as unknown as Booked | Refusal
  if (!result.ok) return $send.set({ step: 'refused', problem: refusalSentence(result.code) })
  const { ids } = about.request
  const { batch, exported, remaining } = result
  const leftOut = [...about.leftOut, ...result.leftOut]
  // After the first request the batch is known, and the next ones add to it.
  const request = { ...about.request, ...(batch && { batch: batch.id }) }
  if (ids && ids.length > BATCH_SIZE)
    return book(sending, { ...about, request: { ...request, ids: ids.slice(BATCH_SIZE) }, leftOut })
  if (!ids && exported.length > 0 && remaining > 0)
    return book(sending, { ...about, request, leftOut })
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

function idsOf(orders: readonly OrderSummary[]): string[] {
  return orders.map(({ id }) => id)
}

function refusalSentence(code: string): string {
  if (code === 'courier_invalid') return 'This courier is not known.'
  if (code === 'not_found') return 'They were undone meanwhile. Send the orders again.'
  return 'The backend refused these orders.'
}
