/*
 * Orders one at a time on screen, until none is left (docs/desk-rules.md, rules 21.3, 21.21 and 21.49). The database says
 * which comes next, so a reload loses nothing. A press is an act: it is sent at once, and the next order comes. Without
 * a response it stays beside its order until it is sent. After a refusal the queue goes on from the database. The last
 * presses can be undone, one after the other.
 */
import { atom, computed, type WritableAtom } from 'nanostores'
import { type ActRow, sendAct } from '#admin/acts/acts.api.ts'
import { type Acts, createActs, isDone, type SentAct } from '#admin/acts/acts.store.ts'
import { fetchOrderWithHistory } from '#admin/order-page/order-with-history.api.ts'
import type { OrderWithHistory } from '#admin/order-page/order-with-history.ts'
import { draftAtom } from '#admin/tab-state/draft-atom.ts'
import { newConfirmCode } from '#desk/reach/messages/confirm-code.ts'
import { fetchTexts, type TextsAndChats } from '#desk/reach/messages/message-texts.api.ts'
import { createSubmit, type Refused } from '#kit/form/submit.ts'
import { onPageVisible } from '#kit/page-events.ts'
import {
  createRemoteStore,
  type Remote,
  type RemoteStore,
  stopAll,
} from '#kit/remote/remote-store.ts'
import { isAnySaved, type Pressed, type QueuePress, whyNot } from './pressed.ts'
import { forgetTypedHold } from './typed-hold.ts'

export interface Shown {
  found: OrderWithHistory
  /** The code of the confirm link. Saved when its message is sent: looking at an order ends no earlier link. */
  code: string
}

export const queueServices = { sendAct, fetchOrderWithHistory, fetchTexts }

type QueueServices = typeof queueServices

/** How many are left, and whether there are more than were counted. */
interface Left {
  count: number
  hasMore?: boolean
}

export interface QueueOptions {
  /** Also names the passed-over orders in the tab's storage. */
  name: 'run' | 'tell'
  services: QueueServices
  /** The id of the next order that was not passed over, null where none is left; and how many are left. */
  fetchNext: (
    skipped: readonly string[],
    first: string | undefined,
  ) => Promise<{ id: string | null; left: Left }>
  /** Milliseconds until it is worth asking again, where no order is left. */
  msUntilNext?: () => number | undefined
  /** Reloads the list beside the order, after a press in it. */
  loadList?: () => Promise<void>
}

/** What the steps of a queue work on. */
interface QueueParts {
  options: QueueOptions
  remote: RemoteStore<Shown | undefined>
  $left: WritableAtom<Left | undefined>
  $skipped: WritableAtom<readonly string[]>
  submit: ReturnType<typeof createSubmit>
  texts: RemoteStore<TextsAndChats>
  acts: Acts<Pressed>
  /** The order that is to be shown next, if it is still one of the queue. */
  first: string | undefined
}

const MAX_UNDONE = 10

/** The request takes no more than 16 KB. */
const MAX_SKIPPED = 500

export function createQueue(options: QueueOptions) {
  const { name, services, msUntilNext } = options
  const parts: QueueParts = {
    options,
    remote: createRemoteStore(() => fetchNext(parts), {
      errorMessage: 'Error fetching the next order',
      // The order on screen is done with.
      keepsValue: () => false,
      // A press without a response is retried while its own order is on screen.
      mayReload: () => !['sending', 'failed'].includes(parts.submit.$submission.get().state),
      pollMs: (view) => (view.state === 'ready' && !view.value ? msUntilNext?.() : undefined),
    }),
    $left: atom<Left | undefined>(),
    $skipped: draftAtom<readonly string[]>(`${name}-skipped`, {
      empty: [],
      isEmpty: (ids) => ids.length === 0,
      parse: (ids) => (Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : undefined),
      toSaved: (ids) => ids.slice(-MAX_SKIPPED),
    }),
    submit: createSubmit('Error saving a press'),
    texts: createRemoteStore(services.fetchTexts),
    acts: createActs<Pressed>({ sendAct: services.sendAct }),
    first: undefined,
  }
  const { remote, submit, acts } = parts
  return {
    name,
    $remote: remote.$remote,
    $left: parts.$left,
    $skipped: parts.$skipped,
    $submission: submit.$submission,
    texts: parts.texts,
    /** What can be undone, the last press at the end. */
    $done: computed(acts.$acts, doneOf),
    /** The presses in the list since the page was opened: a row stays confirmed however many follow. */
    $listed: computed(acts.$acts, (all) => savedOf(all).filter(({ about }) => about.isListed)),
    start: () =>
      stopAll(
        remote.start(),
        // A request of a tab in the background may be lost while the chat is open.
        onPageVisible(() => {
          if (submit.$submission.get().state === 'failed') void send(parts)
        }),
      ),
    /** With an id, that order comes first. */
    load: async (first?: string) => {
      if (first) parts.first = first
      submit.clear()
      await remote.load()
    },
    /** The order on screen as it is now: its customer may have changed it. */
    refresh: () => refresh(parts),
    press: (pressOf: (shown: Shown) => QueuePress) => press(parts, pressOf),
    /** A press about orders that are not on screen. */
    pressListed: (listed: QueuePress) => planAndSend(parts, listed),
    retry: () => send(parts),
    /** Takes back what was pressed last, or that act, and shows its order again. */
    undo: (act?: SentAct<Pressed>) => undo(parts, act),
    /** Passes the order over: it comes last. */
    skip: () => skip(parts),
    /** Those that were passed over come again. */
    showSkipped: async () => {
      parts.$skipped.set([])
      await remote.load()
    },
  }
}

export type QueueStore = ReturnType<typeof createQueue>

/** What is on screen: nothing while the next one is loaded. */
export function shownIn(view: Remote<Shown | undefined>): Shown | undefined {
  return view.state === 'ready' && !view.isLoading ? view.value : undefined
}

async function fetchNext(parts: QueueParts): Promise<Shown | undefined> {
  const { options, $left, $skipped, texts, first } = parts
  const [{ id, left }] = await Promise.all([options.fetchNext($skipped.get(), first), texts.load()])
  parts.first = undefined
  $left.set(left)
  if (id === null) return undefined
  const found = await options.services.fetchOrderWithHistory(id)
  if (found) return { found, code: newConfirmCode() }
  // It was deleted meanwhile.
  $skipped.set([...$skipped.get(), id])
  return fetchNext(parts)
}

async function refresh({ remote, options }: QueueParts): Promise<void> {
  const id = shownIn(remote.$remote.get())?.found.order.id
  const found = id && (await options.services.fetchOrderWithHistory(id))
  if (!found) return
  remote.update((shown) => (shown?.found.order.id === id ? { ...shown, found } : shown))
}

async function press(parts: QueueParts, pressOf: (shown: Shown) => QueuePress) {
  const shown = shownIn(parts.remote.$remote.get())
  if (!shown) return
  const { about, ...pressed } = pressOf(shown)
  const { fullName } = shown.found.order.shippingAddress
  await planAndSend(parts, { ...pressed, about: { ...about, fullName } })
}

async function planAndSend(parts: QueueParts, { act, rows, about }: QueuePress): Promise<void> {
  if (parts.submit.isSending()) return
  forgetUnsent(parts)
  const { acts } = parts
  if (!acts.unsent().some((one) => isSameRows(one.rows, rows))) acts.plan(act, rows, about)
  await send(parts)
}

async function undo(parts: QueueParts, given?: SentAct<Pressed>): Promise<void> {
  const { acts, submit } = parts
  const done = given ?? doneOf(acts.$acts.get()).at(-1)
  if (!done || submit.isSending()) return
  forgetUnsent(parts)
  acts.plan('undo', [], done.about, done.request)
  await send(parts)
}

async function skip(parts: QueueParts): Promise<void> {
  const { remote, submit, acts, $skipped } = parts
  const shown = shownIn(remote.$remote.get())
  if (!shown || submit.isSending()) return
  forgetUnsent(parts)
  if (acts.unsent().length > 0) return send(parts)
  $skipped.set([...$skipped.get(), shown.found.order.id])
  submit.clear()
  await remote.load()
}

/** A message that is pressed again is the same message. */
function isSameRows(one: readonly ActRow[], other: readonly ActRow[]): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** Drops presses without a response: another takes their place. A message stays, since the customer has its link. */
function forgetUnsent({ acts }: QueueParts): void {
  acts.forget(acts.unsent().filter(({ act }) => act !== 'tell'))
}

/** Sends what was pressed, after messages that have no response yet. */
async function send(parts: QueueParts): Promise<void> {
  const { submit, acts, options, remote } = parts
  const sent: SentAct<Pressed>[] = []
  await submit.submit(async () => {
    await acts.resume((act) => sent.push(act))
    return sent.map((act) => refusalOf(parts, act)).find(Boolean)
  })
  const { state } = submit.$submission.get()
  if (state !== 'done' && state !== 'refused') return
  const load = sent.every(({ about }) => about.isListed) ? options.loadList : undefined
  await (load ?? remote.load)()
}

/** Why an act is not saved. Throws where it has no response. */
function refusalOf(parts: QueueParts, act: SentAct<Pressed>): Refused | undefined {
  const { acts, $skipped } = parts
  const { id, isListed } = act.about
  if (act.state === 'unsent') throw act.error
  if (act.act === 'undo')
    acts.forget(acts.$acts.get().filter(({ request }) => request === act.request))
  else if (!isAnySaved(act)) acts.forget([act])
  // What was undone, and what is not saved but still one of the queue, is shown again.
  if (!isListed && isDone(act) === (act.act === 'undo')) parts.first = id
  if (isDone(act)) {
    if (act.act === 'undo') $skipped.set($skipped.get().filter((skipped) => skipped !== id))
    else forgetTypedHold(id)
    return undefined
  }
  if (act.act === 'undo') return { sentence: `${id} stays as it is: ${whyNot(act)}.` }
  const refused = act.results.filter(({ ok }) => !ok).map((result) => result.id)
  return { sentence: `Not saved of ${refused.join(', ')}: ${whyNot(act)}.` }
}

/** The last presses that are saved and can be undone. */
function doneOf(acts: readonly SentAct<Pressed>[]): readonly SentAct<Pressed>[] {
  return savedOf(acts).slice(-MAX_UNDONE)
}

function savedOf(acts: readonly SentAct<Pressed>[]): readonly SentAct<Pressed>[] {
  return acts.filter((act) => act.act !== 'undo' && isAnySaved(act))
}
