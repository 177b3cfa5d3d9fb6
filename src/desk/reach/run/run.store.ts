/*
 * The run: one order after the other, until all are confirmed (docs/product.md, rule 21.3). What is pressed is sent
 * at once and the next order comes. A press without a response stays on screen until it is sent: the id of an
 * attempt, or the version of a cancelled order, makes a retry harmless. After a refusal the order is shown as it is now.
 * The last presses can be undone, one after the other.
 */

import { atom, type WritableAtom } from 'nanostores'
import { type Act, type EndReason, type NewAttempt, newAttempt } from '#admin/order/confirmation.ts'
import { fetchOrderInFull } from '#admin/order/orders.api.ts'
import type { OrderInFull } from '#admin/order/orders.ts'
import type { MessageLanguage } from '#config/locale.ts'
import { planRow } from '#desk/acts/row.ts'
import { sendServices } from '#desk/acts/send-row.ts'
import { createSubmit, type Refused } from '#kit/form/submit.ts'
import { createRemoteStore, onPageVisible, stopAll } from '#kit/remote/remote-store.ts'
import { logFailure } from '#kit/remote/shop-error.ts'
import { deviceStorage } from '#kit/storage/device-storage.ts'
import { statusName } from '#order/status.ts'
import { type Chats, createChats } from './chats.store.ts'
import {
  addAttempt,
  fetchNextOrder,
  type NextOrder,
  noteMessage,
  undoAttempt,
} from './confirm.api.ts'
import { newConfirmCode } from './confirm-code.ts'
import type { ChangedTexts } from './message-texts.ts'
import { type Queue, shownIn } from './queue.ts'
import { type Pressed, sendPressed, whyNotUndone } from './send-pressed.ts'
import { fetchTemplates } from './templates.api.ts'

export interface ShownRun {
  found: OrderInFull
  /** Of the confirm link. Saved when its message is sent: looking at an order ends no link. */
  code: string
  /** Of messages that the admin changed. */
  changed: ChangedTexts | undefined
}

export type Left = Extract<NextOrder, { ok: true }>['left']

/** A press that is saved, and the version of the order that it was made from. */
interface Done {
  id: string
  version: number
  pressed: Pressed
}

const MAX_UNDONE = 10

const defaults = {
  ...sendServices,
  fetchNextOrder,
  fetchOrderInFull,
  addAttempt,
  undoAttempt,
  noteMessage,
  fetchTemplates,
  deviceId,
}

export type RunServices = typeof defaults

interface Running {
  queue: Queue<ShownRun>
  $left: WritableAtom<Left | undefined>
  submit: ReturnType<typeof createSubmit>
  services: RunServices
  chats: Chats
  /** Orders that were passed over on this page. */
  skipped: string[]
  /** The order that is to be shown next, once it is brought back. */
  first: string | undefined
  /** What is sent: what was pressed last, after a message that is not saved yet. */
  unsent: Pressed[]
  $done: WritableAtom<readonly Done[]>
  retry: () => Promise<void>
}

export function createRun(options: Partial<RunServices> = {}) {
  const services = { ...defaults, ...options }
  const running: Running = {
    queue: createRemoteStore(() => fetchNext(running), {
      errorMessage: 'Error fetching the next order',
      // What has no response yet is retried beside its own order.
      mayReload: () => !['sending', 'failed'].includes(running.submit.$submission.get().state),
    }),
    $left: atom<Left | undefined>(),
    submit: createSubmit('Error saving an attempt to confirm'),
    services,
    chats: createChats(services.noteMessage),
    skipped: [],
    first: undefined,
    unsent: [],
    $done: atom<readonly Done[]>([]),
    retry: () => send(running),
  }
  return {
    $remote: running.queue.$remote,
    $left: running.$left,
    $submission: running.submit.$submission,
    chats: running.chats,
    $done: running.$done,
    start: () =>
      stopAll(
        running.queue.start(),
        onPageVisible(() => sendAgain(running)),
      ),
    load: () => load(running),
    /** Passes the order over. */
    skip: () => skip(running),
    /** Notes what came of the contact, and shows the next order. */
    act: (act: Act, more?: Pick<NewAttempt, 'reason' | 'text'>) =>
      press(running, ({ found }) => newAttempt(found.order.id, act, more)),
    /** The chat is open already, with the link in its message. The order waits for the reply, and the next one is shown. */
    tell: (language: MessageLanguage) =>
      press(running, ({ found: { order }, code }) => {
        const message = { id: order.id, kind: 'confirm' as const, language, code }
        return { message: crypto.randomUUID(), ...message }
      }),
    /** Cancels the order, and shows the next one. */
    cancel: (endReason: EndReason | undefined) =>
      press(running, ({ found: { order } }) => ({
        ...planRow(order, { status: 'cancelled', endReason }),
        // The try before a retry may have cancelled it.
        isUncertain: true,
      })),
    retry: () => running.retry(),
    /** Takes back what was pressed last, and shows its order again. */
    undo: () => undo(running),
  }
}

export type RunStore = ReturnType<typeof createRun>

async function fetchNext(running: Running): Promise<ShownRun | undefined> {
  const { $left, services, chats, skipped, first } = running
  const next = await services.fetchNextOrder(services.deviceId(), skipped, first)
  if (!next.ok) throw new Error(`The run was refused: ${next.code}`)
  running.first = undefined
  $left.set(next.left)
  chats.set(next.chats)
  if (next.id === null) return undefined
  const [found, changed] = await Promise.all([
    services.fetchOrderInFull(next.id),
    services.fetchTemplates().catch(() => undefined),
  ])
  if (found) return { found, code: newConfirmCode(), changed }
  // It was deleted meanwhile.
  skipped.push(next.id)
  return fetchNext(running)
}

async function load({ queue, submit }: Running): Promise<void> {
  submit.clear()
  await queue.load()
}

async function skip(running: Running): Promise<void> {
  const shown = shownIn(running.queue.$remote.get())
  if (!shown || running.submit.isSending()) return
  running.unsent = running.unsent.filter(isMessage)
  if (running.unsent.length > 0) return send(running)
  running.skipped.push(shown.found.order.id)
  await load(running)
}

async function press(running: Running, pressedOf: (shown: ShownRun) => Pressed): Promise<void> {
  const shown = shownIn(running.queue.$remote.get())
  if (!shown || running.submit.isSending()) return
  // The customer has the link, so it is saved whatever else is pressed.
  running.unsent = [...running.unsent.filter(isMessage), pressedOf(shown)]
  running.retry = () => send(running)
  await send(running)
}

function isMessage(pressed: Pressed): boolean {
  return 'message' in pressed
}

async function send(running: Running): Promise<void> {
  const { queue, submit, services, $done } = running
  const shown = shownIn(queue.$remote.get())
  if (!shown) return
  const { id, version } = shown.found.order
  const isSaved = await submit.submit(async () => {
    for (const pressed of [...running.unsent]) {
      const sent = await sendPressed(pressed, services)
      running.unsent.shift()
      if (sent.why !== undefined) return refuse(running, shown, sent.why)
      const done = [...$done.get(), { id, version, pressed: sent.pressed }]
      $done.set(done.slice(-MAX_UNDONE))
    }
    return undefined
  })
  if (isSaved) await queue.load()
}

/** A request of a tab in the background may be lost while the chat is open. */
function sendAgain(running: Running): void {
  if (running.submit.$submission.get().state === 'failed') void running.retry()
}

async function undo(running: Running): Promise<void> {
  const { queue, submit, services, $done } = running
  const last = $done.get().at(-1)
  if (!last || submit.isSending()) return
  running.retry = () => undo(running)
  const isUndone = await submit.submit(async () => {
    const why = await whyNotUndone(last, services)
    $done.set($done.get().slice(0, -1))
    return why === undefined ? undefined : { sentence: `${last.id} stays as it is: ${why}.` }
  })
  if (!isUndone) return
  running.first = last.id
  running.skipped = running.skipped.filter((id) => id !== last.id)
  await queue.load()
}

/** Shows the order as it is now. One that is gone leaves to the next. */
async function refuse(
  { queue, services, skipped }: Running,
  shown: ShownRun,
  why: string,
): Promise<Refused> {
  const { id } = shown.found.order
  try {
    const found = await services.fetchOrderInFull(id)
    if (found) {
      queue.set({ ...shown, found })
      const status = statusName(found.order.status)
      return { sentence: `This is not saved: ${why}. The order is now ${status}.` }
    }
    skipped.push(id)
    await queue.load()
    return { sentence: `${id} is not saved: ${why}.` }
  } catch (error) {
    logFailure('Error fetching a refused order', error)
    return { sentence: `This is not saved: ${why}.` }
  }
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
