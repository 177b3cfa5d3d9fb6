/*
 * The run: one order after the other, until all are confirmed (docs/product.md, rule 21.3). What is pressed is sent
 * at once and the next order comes. A press without a response stays on screen until it is sent: the id of an
 * attempt, or the version of a cancelled order, makes a retry harmless. After a refusal the order is shown as it is now.
 */

import { atom, type WritableAtom } from 'nanostores'
import { planRow } from '#admin/dispatch/row.ts'
import { sendServices } from '#admin/dispatch/send-row.ts'
import {
  type Act,
  type EndReason,
  type MessageKind,
  type NewAttempt,
  newAttempt,
} from '#admin/order/confirmation.ts'
import { fetchOrderInFull } from '#admin/order/orders.api.ts'
import type { OrderInFull } from '#admin/order/orders.ts'
import type { MessageLanguage } from '#config/locale.ts'
import { codeOf } from '#kit/remote/shop-error.ts'
import { deviceStorage } from '#kit/storage/device-storage.ts'
import type { Order } from '#order/order.ts'
import { statusName } from '#order/status.ts'
import { type Chats, createChats } from './chats.store.ts'
import { addAttempt, fetchNextOrder, makeCode, noteMessage } from './confirm.api.ts'
import type { ChangedTexts } from './message-texts.ts'
import { type Pressed, sendPressed, type Unsent } from './send-pressed.ts'
import { fetchTemplates } from './templates.api.ts'

export interface ShownRun {
  found: OrderInFull
  /** Of the confirm link; undefined where none can be made. */
  code: string | undefined
  /** Of messages that the admin changed. */
  changed: ChangedTexts | undefined
}

export type Run =
  | { step: 'loading' }
  | { step: 'order'; shown: ShownRun; unsent?: Unsent; isSending: boolean; refusal?: string }
  /** Nothing is due. */
  | { step: 'done'; refusal?: string }
  | { step: 'failed'; error: unknown }

export interface Left {
  due: number
  postponed: number
}

const defaults = {
  ...sendServices,
  fetchNextOrder,
  fetchOrderInFull,
  addAttempt,
  makeCode,
  noteMessage,
  fetchTemplates,
  deviceId,
}

export type RunServices = typeof defaults

interface Running {
  $run: WritableAtom<Run>
  $left: WritableAtom<Left | undefined>
  services: RunServices
  chats: Chats
  /** Orders that were passed over on this page. */
  skipped: string[]
}

export function createRun(options: Partial<RunServices> = {}) {
  const services = { ...defaults, ...options }
  const running: Running = {
    $run: atom<Run>({ step: 'loading' }),
    $left: atom<Left | undefined>(),
    services,
    chats: createChats(services.noteMessage),
    skipped: [],
  }
  return {
    $run: running.$run,
    $left: running.$left,
    chats: running.chats,
    start: () => {
      void showNext(running)
      return () => {}
    },
    reload: () => showNext(running),
    /** Passes the order over. */
    skip: () => skip(running),
    /** Notes what came of the contact, and shows the next order. */
    act: (act: Act, more?: Pick<NewAttempt, 'reason' | 'text'>) =>
      press(running, ({ id }) => newAttempt(id, act, more)),
    /** Cancels the order, and shows the next one. */
    cancel: (endReason: EndReason | undefined) =>
      press(running, (order) => planRow(order, { status: 'cancelled', endReason })),
    retry: () => send(running),
    tell: (kind: MessageKind, language: MessageLanguage) => tell(running, kind, language),
  }
}

export type RunStore = ReturnType<typeof createRun>

/** `refusal` is what was refused of the order before. */
async function showNext(running: Running, refusal?: string): Promise<void> {
  const { $run, $left, services, skipped } = running
  const before = refusal === undefined ? {} : { refusal }
  $run.set({ step: 'loading' })
  try {
    const next = await services.fetchNextOrder(services.deviceId(), skipped)
    if (!next.ok) throw new Error(`The run was refused: ${next.code}`)
    $left.set(next.left)
    running.chats.set(next.chats)
    if (next.id === null) return $run.set({ step: 'done', ...before })
    const [found, code, changed] = await Promise.all([
      services.fetchOrderInFull(next.id),
      services.makeCode(next.id).catch(() => undefined),
      services.fetchTemplates().catch(() => undefined),
    ])
    if (!found) return await skipMissing(running, next.id, refusal)
    const shown = { found, code: code?.ok ? code.code : undefined, changed }
    $run.set({ step: 'order', shown, isSending: false, ...before })
  } catch (error) {
    if (codeOf(error) === 'forbidden') return
    console.error('Error fetching the next order', error)
    $run.set({ step: 'failed', error })
  }
}

/** It was deleted meanwhile. */
function skipMissing(running: Running, id: string, refusal?: string): Promise<void> {
  running.skipped.push(id)
  return showNext(running, refusal)
}

async function skip(running: Running): Promise<void> {
  const run = running.$run.get()
  if (run.step !== 'order' || run.isSending) return
  running.skipped.push(run.shown.found.order.id)
  await showNext(running)
}

async function press(running: Running, pressedOf: (order: Order) => Pressed): Promise<void> {
  const run = running.$run.get()
  if (run.step !== 'order' || run.isSending) return
  running.$run.set({ ...run, unsent: { pressed: pressedOf(run.shown.found.order) } })
  await send(running)
}

async function send(running: Running): Promise<void> {
  const { $run, services } = running
  const run = $run.get()
  if (run.step !== 'order' || run.isSending || !run.unsent) return
  const { pressed } = run.unsent
  const { shown } = run
  $run.set({ ...run, isSending: true })
  const sent = await sendPressed(pressed, services)
  if (sent.state === 'signedOut') return
  if (sent.state === 'saved') return showNext(running)
  if (sent.state === 'refused') return showRefused(running, shown, sent.why)
  $run.set({ step: 'order', shown, unsent: sent.unsent, isSending: false })
}

/** The order as it is now. One that is gone leaves to the next. */
async function showRefused(running: Running, shown: ShownRun, why: string): Promise<void> {
  const { $run, services } = running
  const { id } = shown.found.order
  try {
    const found = await services.fetchOrderInFull(id)
    if (!found) return await skipMissing(running, id, `${id} is not saved: ${why}.`)
    const refusal = `This is not saved: ${why}. The order is now ${statusName(found.order.status)}.`
    $run.set({ step: 'order', shown: { ...shown, found }, isSending: false, refusal })
  } catch (error) {
    if (codeOf(error) === 'forbidden') return
    console.error('Error fetching a refused order', error)
    $run.set({ step: 'order', shown, isSending: false, refusal: `This is not saved: ${why}.` })
  }
}

/** The chat is open already. A count that is lost is one chat too few. */
async function tell(
  { $run, chats }: Running,
  kind: MessageKind,
  language: MessageLanguage,
): Promise<void> {
  const run = $run.get()
  if (run.step !== 'order') return
  const { id } = run.shown.found.order
  await chats.note({ message: crypto.randomUUID(), id, kind, language })
}

const DEVICE_KEY = 'zulf:admin-device'

/** Tells the admin's devices apart, so that two never show one order. */
function deviceId(): string {
  const saved = deviceStorage.get(DEVICE_KEY)
  if (saved && /^[\w-]{8,64}$/.test(saved)) return saved
  const made = crypto.randomUUID()
  deviceStorage.set(DEVICE_KEY, made)
  return made
}
