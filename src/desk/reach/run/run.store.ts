/*
 * The run: one order after the other, until all are confirmed (docs/product.md, rule 21.3). What is pressed is sent
 * at once and the next order comes; a reply of a customer who waits in the list beside it is noted there. A press is an
 * act: without a response it stays on screen until it is sent. After a refusal the order is shown as it is now. The last
 * presses can be undone, one after the other.
 */

import { atom, computed, type WritableAtom } from 'nanostores'
import { sendAct } from '#admin/acts/acts.api.ts'
import { createActs } from '#admin/acts/acts.store.ts'
import { type Act, type EndReason, type NewAttempt, newAttempt } from '#admin/order/confirmation.ts'
import { fetchOrderInFull } from '#admin/order/orders.api.ts'
import type { MessageLanguage } from '#config/locale.ts'
import { createSubmit } from '#kit/form/submit.ts'
import {
  createRemoteStore,
  onPageVisible,
  type Remote,
  type RemoteStore,
  stopAll,
} from '#kit/remote/remote-store.ts'
import { fetchNextOrder, fetchRunList, type NextOrder } from './confirm.api.ts'
import { newConfirmCode } from './confirm-code.ts'
import { deviceId } from './device-id.ts'
import { attemptPress, cancelPress, messagePress, type Pressed } from './pressed.ts'
import { shownIn } from './queue.ts'
import { msUntilDue } from './run-list.ts'
import {
  confirm,
  doneOf,
  forgetPress,
  type Pressing,
  press,
  type ShownRun,
  send,
  sendAgain,
  undo,
} from './run-presses.ts'
import { passOver, readSkipped, setSkipped } from './skipped.ts'
import { fetchTexts, type TextsAndChats } from './templates.api.ts'

/** From one look at who waits to the next. */
const LIST_POLL_MS = 30_000

export type Left = Extract<NextOrder, { ok: true }>['left']

const defaults = {
  sendAct,
  fetchNextOrder,
  fetchRunList,
  fetchOrderInFull,
  fetchTexts,
  deviceId,
}

export type RunServices = typeof defaults

interface Running extends Pressing {
  $left: WritableAtom<Left | undefined>
  services: RunServices
  texts: RemoteStore<TextsAndChats>
}

export function createRun(options: Partial<RunServices> = {}) {
  const services = { ...defaults, ...options }
  const running: Running = {
    queue: createRemoteStore(() => fetchNext(running), {
      errorMessage: 'Error fetching the next order',
      // What has no response yet is retried beside its own order.
      mayReload: () => !['sending', 'failed'].includes(running.submit.$submission.get().state),
      pollMs: (remote) => msUntilNext(running, remote),
    }),
    $left: atom<Left | undefined>(),
    list: createRemoteStore(() => services.fetchRunList(services.deviceId()), {
      errorMessage: 'Error fetching who waits for a reply',
      keepsValue: true,
      reloadsWhenVisible: true,
      pollMs: () => LIST_POLL_MS,
    }),
    submit: createSubmit('Error saving an attempt to confirm'),
    services,
    texts: createRemoteStore(services.fetchTexts),
    $skipped: atom(readSkipped()),
    first: undefined,
    acts: createActs<Pressed>({ sendAct: services.sendAct }),
    waiting: undefined,
  }
  return {
    $remote: running.queue.$remote,
    $left: running.$left,
    $list: running.list.$remote,
    $skipped: running.$skipped,
    $submission: running.submit.$submission,
    texts: running.texts,
    /** What can be undone, the last press at the end. */
    $done: computed(running.acts.$acts, doneOf),
    start: () =>
      stopAll(
        running.queue.start(),
        running.list.start(),
        onPageVisible(() => sendAgain(running)),
      ),
    load: () => load(running),
    /** Passes the order over. */
    skip: () => skip(running),
    /** Those that were passed over come again. */
    showSkipped: () => showSkipped(running),
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
    /** Notes that these customers said yes, who wait in the list. The order on screen stays. */
    confirm: (ids: readonly string[]) => confirm(running, ids),
    retry: () => send(running),
    /** Takes back what was pressed last, and shows its order again. */
    undo: () => undo(running),
  }
}

export type RunStore = ReturnType<typeof createRun>

async function fetchNext(running: Running): Promise<ShownRun | undefined> {
  const { $left, services, texts, list, first } = running
  const listing = list.load()
  const [next] = await Promise.all([
    services.fetchNextOrder(services.deviceId(), running.$skipped.get(), first),
    texts.load(),
  ])
  if (!next.ok) throw new Error(`The run was refused: ${next.code}`)
  running.first = undefined
  $left.set(next.left)
  if (next.id === null) {
    // It says when the next one is due.
    await listing
    return undefined
  }
  const found = await services.fetchOrderInFull(next.id)
  if (found) return { found, code: newConfirmCode() }
  // It was deleted meanwhile.
  passOver(running.$skipped, next.id)
  return fetchNext(running)
}

/** Where nothing is left to ask: until what waits or comes later is due. */
function msUntilNext({ list }: Running, remote: Remote<ShownRun | undefined>): number | undefined {
  const listed = list.$remote.get()
  if (remote.state !== 'ready' || remote.value || listed.state !== 'ready') return undefined
  return msUntilDue(listed.value)
}

async function showSkipped(running: Running): Promise<void> {
  setSkipped(running.$skipped, [])
  await load(running)
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
  passOver(running.$skipped, shown.found.order.id)
  await load(running)
}
