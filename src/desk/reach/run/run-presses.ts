/*
 * What is pressed in the run (docs/product.md, rules 21.3 and 21.49): sent as acts, one after the other, and what the
 * page shows after each.
 */
import type { WritableAtom } from 'nanostores'
import { type Acts, isDone, type SentAct } from '#admin/acts/acts.store.ts'
import type { fetchOrderInFull } from '#admin/order/orders.api.ts'
import type { OrderInFull } from '#admin/order/orders.ts'
import type { createSubmit, Refused } from '#kit/form/submit.ts'
import type { RemoteStore } from '#kit/remote/remote-store.ts'
import { logFailure } from '#kit/remote/shop-error.ts'
import { statusName } from '#order/status.ts'
import {
  isAnySaved,
  type Press,
  type Pressed,
  repliesPress,
  whyNotSaved,
  whyNotUndone,
} from './pressed.ts'
import { type Queue, shownIn } from './queue.ts'
import type { ListedOrder } from './run-list.ts'
import { passOver, setSkipped } from './skipped.ts'
import { saveTypedHold } from './typed-hold.ts'

export interface ShownRun {
  found: OrderInFull
  /** Of the confirm link. Saved when its message is sent: looking at an order ends no link. */
  code: string
}

/** What presses work on. */
export interface Pressing {
  queue: Queue<ShownRun>
  /** Who waits, what comes later, and what another device has. */
  list: RemoteStore<ListedOrder[]>
  submit: ReturnType<typeof createSubmit>
  services: { fetchOrderInFull: typeof fetchOrderInFull }
  /** Orders that were passed over in this tab. */
  $skipped: WritableAtom<readonly string[]>
  /** The order that is to be shown next, once it is brought back. */
  first: string | undefined
  acts: Acts<Pressed>
  /** Sends what was pressed last, while it waits for a message that is not saved yet. */
  waiting: (() => Promise<SentAct<Pressed>>) | undefined
}

const MAX_UNDONE = 10

export async function press(running: Pressing, pressOf: (shown: ShownRun) => Press): Promise<void> {
  const shown = shownIn(running.queue.$remote.get())
  if (!shown || running.submit.isSending()) return
  takePress(running, pressOf(shown))
  await send(running)
}

export async function confirm(running: Pressing, ids: readonly string[]): Promise<void> {
  if (ids.length === 0 || running.submit.isSending()) return
  takePress(running, repliesPress(ids))
  // A message that is sent with it brings the next order.
  const isAlone = running.acts.unsent().length === 0
  await send(running, isAlone ? running.list.load : running.queue.load)
}

function takePress(running: Pressing, { act, rows, about }: Press): void {
  forgetPress(running)
  running.waiting = () => running.acts.send(act, rows, about)
}

export async function undo(running: Pressing): Promise<void> {
  const { acts, submit } = running
  const last = doneOf(acts.$acts.get()).at(-1)
  if (!last || submit.isSending()) return
  forgetPress(running)
  running.waiting = () => acts.undo(last, last.about)
  await send(running, last.about.isListed ? running.list.load : running.queue.load)
}

/** Another press takes its place. A message stays: the customer has its link, so it is saved whatever else is pressed. */
export function forgetPress(running: Pressing): void {
  const { acts } = running
  running.waiting = undefined
  acts.forget(acts.unsent().filter(({ act }) => act !== 'tell'))
}

export async function send(running: Pressing, loadNext = running.queue.load): Promise<void> {
  const { submit, acts } = running
  const isSaved = await submit.submit(async () => {
    for (const unsent of acts.unsent()) {
      const refused = await takeOver(running, await acts.resend(unsent))
      if (refused) return refused
    }
    const { waiting } = running
    running.waiting = undefined
    return waiting && takeOver(running, await waiting())
  })
  if (isSaved) await loadNext()
}

async function takeOver(running: Pressing, act: SentAct<Pressed>): Promise<Refused | undefined> {
  const { acts } = running
  const { id } = act.about
  if (act.state === 'unsent') throw act.error
  if (act.act === 'undo') {
    acts.forget(acts.$acts.get().filter(({ request }) => request === act.request))
    if (!isDone(act)) return { sentence: `${id} stays as it is: ${whyNotUndone(act)}.` }
    running.first = id
    setSkipped(
      running.$skipped,
      running.$skipped.get().filter((one) => one !== id),
    )
  } else if (isDone(act)) {
    saveTypedHold(id, undefined)
  } else {
    if (!isAnySaved(act)) acts.forget([act])
    return act.about.isListed ? refuseListed(running, act) : refuse(running, id, whyNotSaved(act))
  }
  return undefined
}

/** The list shows them as they are now. */
async function refuseListed({ list }: Pressing, act: SentAct<Pressed>): Promise<Refused> {
  const refused = act.results.filter(({ ok }) => !ok).map(({ id }) => id)
  await list.load()
  return { sentence: `Not saved of ${refused.join(', ')}: ${whyNotSaved(act)}.` }
}

/** Those of the last presses that are saved. */
export function doneOf(acts: readonly SentAct<Pressed>[]): readonly SentAct<Pressed>[] {
  return acts.filter((act) => act.act !== 'undo' && isAnySaved(act)).slice(-MAX_UNDONE)
}

/** A request of a tab in the background may be lost while the chat is open. */
export function sendAgain(running: Pressing): void {
  if (running.submit.$submission.get().state === 'failed') void send(running)
}

/** Shows the order as it is now. One that is gone leaves to the next. */
async function refuse(running: Pressing, id: string, why: string): Promise<Refused> {
  const { queue, services } = running
  try {
    const found = await services.fetchOrderInFull(id)
    if (found) {
      queue.update((shown) => shown && { ...shown, found })
      const status = statusName(found.order.status)
      return { sentence: `This is not saved: ${why}. The order is now ${status}.` }
    }
    passOver(running.$skipped, id)
    await queue.load()
    return { sentence: `${id} is not saved: ${why}.` }
  } catch (error) {
    logFailure('Error fetching a refused order', error)
    return { sentence: `This is not saved: ${why}.` }
  }
}
