/*
 * The run: one order after the other, until all are confirmed (docs/product.md, rule 21.3). What is pressed is sent
 * at once and the next order comes. A press is an act: without a response it stays on screen until it is sent. After a
 * refusal the order is shown as it is now. The last presses can be undone, one after the other.
 */

import { atom, computed, type WritableAtom } from 'nanostores'
import { sendAct } from '#admin/acts/acts.api.ts'
import { type Acts, createActs, isDone, type SentAct } from '#admin/acts/acts.store.ts'
import { type Act, type EndReason, type NewAttempt, newAttempt } from '#admin/order/confirmation.ts'
import { fetchOrderInFull } from '#admin/order/orders.api.ts'
import type { OrderInFull } from '#admin/order/orders.ts'
import type { MessageLanguage } from '#config/locale.ts'
import { createSubmit, type Refused } from '#kit/form/submit.ts'
import {
  createRemoteStore,
  onPageVisible,
  type RemoteStore,
  stopAll,
} from '#kit/remote/remote-store.ts'
import { logFailure } from '#kit/remote/shop-error.ts'
import { statusName } from '#order/status.ts'
import { fetchNextOrder, type NextOrder } from './confirm.api.ts'
import { newConfirmCode } from './confirm-code.ts'
import { deviceId } from './device-id.ts'
import {
  attemptPress,
  cancelPress,
  messagePress,
  type Press,
  type Pressed,
  whyNotSaved,
  whyNotUndone,
} from './pressed.ts'
import { type Queue, shownIn } from './queue.ts'
import { fetchTexts, type TextsAndChats } from './templates.api.ts'
import { saveTypedHold } from './typed-hold.ts'

export interface ShownRun {
  found: OrderInFull
  /** Of the confirm link. Saved when its message is sent: looking at an order ends no link. */
  code: string
}

export type Left = Extract<NextOrder, { ok: true }>['left']

const MAX_UNDONE = 10

const defaults = { sendAct, fetchNextOrder, fetchOrderInFull, fetchTexts, deviceId }

export type RunServices = typeof defaults

interface Running {
  queue: Queue<ShownRun>
  $left: WritableAtom<Left | undefined>
  submit: ReturnType<typeof createSubmit>
  services: RunServices
  texts: RemoteStore<TextsAndChats>
  /** Orders that were passed over on this page. */
  skipped: string[]
  /** The order that is to be shown next, once it is brought back. */
  first: string | undefined
  acts: Acts<Pressed>
  /** Sends what was pressed last, while it waits for a message that is not saved yet. */
  waiting: (() => Promise<SentAct<Pressed>>) | undefined
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
    texts: createRemoteStore(services.fetchTexts),
    skipped: [],
    first: undefined,
    acts: createActs<Pressed>({ sendAct: services.sendAct }),
    waiting: undefined,
  }
  return {
    $remote: running.queue.$remote,
    $left: running.$left,
    $submission: running.submit.$submission,
    texts: running.texts,
    /** What can be undone, the last press at the end. */
    $done: computed(running.acts.$acts, doneOf),
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
      press(running, ({ found }) => attemptPress(newAttempt(found.order.id, act, more))),
    /** The chat is open already, with the link in its message. The order waits for the reply, and the next one is shown. */
    tell: (language: MessageLanguage) =>
      press(running, ({ found, code }) =>
        messagePress({ id: found.order.id, kind: 'confirm', language, code }),
      ),
    /** Cancels the order, and shows the next one. */
    cancel: (endReason: EndReason | undefined) =>
      press(running, ({ found }) => cancelPress(found.order, endReason)),
    retry: () => send(running),
    /** Takes back what was pressed last, and shows its order again. */
    undo: () => undo(running),
  }
}

export type RunStore = ReturnType<typeof createRun>

async function fetchNext(running: Running): Promise<ShownRun | undefined> {
  const { $left, services, texts, skipped, first } = running
  const [next] = await Promise.all([
    services.fetchNextOrder(services.deviceId(), skipped, first),
    texts.load(),
  ])
  if (!next.ok) throw new Error(`The run was refused: ${next.code}`)
  running.first = undefined
  $left.set(next.left)
  if (next.id === null) return undefined
  const found = await services.fetchOrderInFull(next.id)
  if (found) return { found, code: newConfirmCode() }
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
  forgetPress(running)
  if (running.acts.unsent().length > 0) return send(running)
  running.skipped.push(shown.found.order.id)
  await load(running)
}

async function press(running: Running, pressOf: (shown: ShownRun) => Press): Promise<void> {
  const shown = shownIn(running.queue.$remote.get())
  if (!shown || running.submit.isSending()) return
  const { act, row, about } = pressOf(shown)
  forgetPress(running)
  running.waiting = () => running.acts.send(act, [row], about)
  await send(running)
}

async function undo(running: Running): Promise<void> {
  const { acts, submit } = running
  const last = doneOf(acts.$acts.get()).at(-1)
  if (!last || submit.isSending()) return
  forgetPress(running)
  running.waiting = () => acts.undo(last, last.about)
  await send(running)
}

/** Another press takes its place. A message stays: the customer has its link, so it is saved whatever else is pressed. */
function forgetPress(running: Running): void {
  const { acts } = running
  running.waiting = undefined
  acts.forget(acts.unsent().filter(({ act }) => act !== 'tell'))
}

async function send(running: Running): Promise<void> {
  const { queue, submit, acts } = running
  const isSaved = await submit.submit(async () => {
    for (const unsent of acts.unsent()) {
      const refused = await takeOver(running, await acts.resend(unsent))
      if (refused) return refused
    }
    const { waiting } = running
    running.waiting = undefined
    return waiting && takeOver(running, await waiting())
  })
  if (isSaved) await queue.load()
}

async function takeOver(running: Running, act: SentAct<Pressed>): Promise<Refused | undefined> {
  const { acts } = running
  const { id } = act.about
  if (act.state === 'unsent') throw act.error
  if (act.act === 'undo') {
    acts.forget(acts.$acts.get().filter(({ request }) => request === act.request))
    if (!isDone(act)) return { sentence: `${id} stays as it is: ${whyNotUndone(act)}.` }
    running.first = id
    running.skipped = running.skipped.filter((one) => one !== id)
  } else if (isDone(act)) {
    saveTypedHold(id, undefined)
  } else {
    acts.forget([act])
    return refuse(running, id, whyNotSaved(act))
  }
  return undefined
}

/** Those of the last presses that are saved. */
function doneOf(acts: readonly SentAct<Pressed>[]): readonly SentAct<Pressed>[] {
  return acts.filter((act) => act.act !== 'undo' && isDone(act)).slice(-MAX_UNDONE)
}

/** A request of a tab in the background may be lost while the chat is open. */
function sendAgain(running: Running): void {
  if (running.submit.$submission.get().state === 'failed') void send(running)
}

/** Shows the order as it is now. One that is gone leaves to the next. */
async function refuse(
  { queue, services, skipped }: Running,
  id: string,
  why: string,
): Promise<Refused> {
  try {
    const found = await services.fetchOrderInFull(id)
    if (found) {
      queue.update((shown) => shown && { ...shown, found })
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
