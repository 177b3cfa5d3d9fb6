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
import { createSubmit, type Refused } from '#kit/form/submit.ts'
import { createRemoteStore } from '#kit/remote/remote-store.ts'
import { logFailure } from '#kit/remote/shop-error.ts'
import { deviceStorage } from '#kit/storage/device-storage.ts'
import type { Order } from '#order/order.ts'
import { statusName } from '#order/status.ts'
import { type Chats, createChats } from './chats.store.ts'
import { addAttempt, fetchNextOrder, noteMessage, type OpenedMessage } from './confirm.api.ts'
import { newConfirmCode } from './confirm-code.ts'
import type { ChangedTexts } from './message-texts.ts'
import { type Queue, shownIn } from './queue.ts'
import { type Pressed, whyRefused } from './send-pressed.ts'
import { fetchTemplates } from './templates.api.ts'

export interface ShownRun {
  found: OrderInFull
  /** Of the confirm link. Saved when its message is sent: looking at an order ends no link. */
  code: string
  /** Of messages that the admin changed. */
  changed: ChangedTexts | undefined
}

export interface Left {
  due: number
  postponed: number
}

const defaults = {
  ...sendServices,
  fetchNextOrder,
  fetchOrderInFull,
  addAttempt,
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
  /** A message whose link is not saved yet. */
  $unsaved: WritableAtom<OpenedMessage | undefined>
  /** Orders that were passed over on this page. */
  skipped: string[]
  /** What was pressed last. */
  pressed: Pressed | undefined
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
    $unsaved: atom<OpenedMessage | undefined>(),
    skipped: [],
    pressed: undefined,
  }
  return {
    $remote: running.queue.$remote,
    $left: running.$left,
    $submission: running.submit.$submission,
    chats: running.chats,
    $unsaved: running.$unsaved,
    start: running.queue.start,
    load: () => load(running),
    /** Passes the order over. */
    skip: () => skip(running),
    /** Notes what came of the contact, and shows the next order. */
    act: (act: Act, more?: Pick<NewAttempt, 'reason' | 'text'>) =>
      press(running, ({ id }) => newAttempt(id, act, more)),
    /** Cancels the order, and shows the next one. */
    cancel: (endReason: EndReason | undefined) =>
      press(running, (order) => ({
        ...planRow(order, { status: 'cancelled', endReason }),
        // The try before a retry may have cancelled it.
        isUncertain: true,
      })),
    retry: () => send(running),
    tell: (kind: MessageKind, language: MessageLanguage) => tell(running, kind, language),
    /** Saves the link of a message that was sent, where that failed. */
    saveLink: () => saveLink(running),
  }
}

export type RunStore = ReturnType<typeof createRun>

async function fetchNext(running: Running): Promise<ShownRun | undefined> {
  const { $left, services, chats, skipped } = running
  const next = await services.fetchNextOrder(services.deviceId(), skipped)
  if (!next.ok) throw new Error(`The run was refused: ${next.code}`)
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
  running.skipped.push(shown.found.order.id)
  await load(running)
}

async function press(running: Running, pressedOf: (order: Order) => Pressed): Promise<void> {
  const shown = shownIn(running.queue.$remote.get())
  if (!shown || running.submit.isSending()) return
  running.pressed = pressedOf(shown.found.order)
  await send(running)
}

async function send(running: Running): Promise<void> {
  const { queue, submit, pressed, services } = running
  const shown = shownIn(queue.$remote.get())
  if (!shown || !pressed) return
  const isSaved = await submit.submit(async () => {
    const why = await whyRefused(pressed, services)
    return why === undefined ? undefined : refuse(running, shown, why)
  })
  if (isSaved) await queue.load()
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

/** The chat is open already, with the link in its message. */
async function tell(running: Running, kind: MessageKind, language: MessageLanguage): Promise<void> {
  const shown = shownIn(running.queue.$remote.get())
  if (!shown) return
  const { id } = shown.found.order
  await note(running, { message: crypto.randomUUID(), id, kind, language, code: shown.code })
}

async function saveLink(running: Running): Promise<void> {
  const unsaved = running.$unsaved.get()
  if (unsaved) await note(running, unsaved)
}

/** A request of a tab in the background may be lost. Then the page says so, beside whatever order it shows. */
async function note({ chats, $unsaved }: Running, message: OpenedMessage): Promise<void> {
  const isSaved = await chats.note(message)
  if (!isSaved) $unsaved.set(message)
  else if ($unsaved.get()?.message === message.message) $unsaved.set(undefined)
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
