/*
 * Orders one at a time on screen, until none is left (docs/desk-rules.md, rules 21.3, 21.21 and 21.49). The database says
 * which comes next, so a reload loses nothing. A press is an act: it is sent at once, and the next order comes. Without
 * a response it stays beside its order until it is sent. After a refusal the queue goes on from the database. The last
 * presses can be undone, one after the other.
 */
import { atom, computed } from 'nanostores'
import { type ActRow, sendAct } from '#admin/acts/acts.api.ts'
import { type ActName, createActs, isDone, type SentAct } from '#admin/acts/acts.store.ts'
import { fetchOrderWithHistory } from '#admin/order-page/order-with-history.api.ts'
import type { OrderWithHistory } from '#admin/order-page/order-with-history.ts'
import { draftAtom } from '#admin/tab-state/draft-atom.ts'
import { newConfirmCode } from '#desk/reach/messages/chats.store.ts'
import { fetchTexts } from '#desk/reach/messages/message-texts.api.ts'
import { createSubmit, type Refused } from '#kit/form/submit.ts'
import { onPageVisible } from '#kit/page-events.ts'
import { createRemoteStore, stopAll } from '#kit/remote/remote-store.ts'
import { isAnySaved, type Press, type Pressed, whyNot } from './pressed.ts'
import type { NextOrder } from './run-list.ts'
import { forgetTypedHold } from './typed-hold.ts'

export interface Shown {
  found: OrderWithHistory
  /** The code of the confirm link. Saved when its message is sent: looking at an order ends no earlier link. */
  code: string
}

export const queueServices = { sendAct, fetchOrderWithHistory, fetchTexts }

interface QueueOptions {
  /** Names the passed-over orders in the tab's storage. */
  name: 'run' | 'tell'
  services: typeof queueServices
  /** The next order, `first` if it is still one of the queue, and none of those that were passed over. */
  fetchNext: (skipped: readonly string[], first: string | undefined) => Promise<NextOrder>
  /** Milliseconds until it is worth asking again, where no order is left. */
  msUntilNext?: () => number | undefined
  /** Reloads the list beside the order, after a press in it. */
  loadList?: () => Promise<void>
}

const MAX_UNDONE = 10

/** The request takes no more than 16 KB. */
const MAX_SKIPPED = 500

export function createQueue({ name, services, fetchNext, msUntilNext, loadList }: QueueOptions) {
  const { $submission, submit, clear, isSending } = createSubmit('Error saving a press')
  const acts = createActs<Pressed>({ sendAct: services.sendAct })
  const texts = createRemoteStore(services.fetchTexts)
  const remote = createRemoteStore(fetchShown, {
    errorMessage: 'Error fetching the next order',
    // The order on screen is done with.
    keepsValue: () => false,
    // A press without a response is retried while its own order is on screen.
    mayReload: () => !['sending', 'failed'].includes($submission.get().state),
    pollMs: (view) => (view.state === 'ready' && !view.value ? msUntilNext?.() : undefined),
  })
  /** Nothing while the next one is loaded. */
  const $shown = computed(remote.$remote, (view) =>
    view.state === 'ready' && !view.isLoading ? view.value : undefined,
  )
  const $next = atom<NextOrder | undefined>()
  const $skipped = draftAtom<readonly string[]>(`${name}-skipped`, {
    empty: [],
    isEmpty: (ids) => ids.length === 0,
    parse: (ids) => (Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : undefined),
    toSaved: (ids) => ids.slice(-MAX_SKIPPED),
  })
  const $saved = computed(acts.$acts, (all) =>
    all.filter((act) => act.act !== 'undo' && isAnySaved(act)),
  )
  /** What can be undone, the last press at the end. */
  const $done = computed($saved, (saved) => saved.slice(-MAX_UNDONE))
  /** The order that is to be shown next, if it is still one of the queue. */
  let first: string | undefined

  async function fetchShown(): Promise<Shown | undefined> {
    const [next] = await Promise.all([fetchNext($skipped.get(), first), texts.load()])
    first = undefined
    $next.set(next)
    if (next.id === null) return undefined
    const found = await services.fetchOrderWithHistory(next.id)
    if (found) return { found, code: newConfirmCode() }
    // It was deleted meanwhile.
    $skipped.set([...$skipped.get(), next.id])
    return fetchShown()
  }

  /** With an id, that order comes first. */
  async function load(id?: string): Promise<void> {
    if (id) first = id
    clear()
    await remote.load()
  }

  /** Shows the order on screen as it is now: its customer may have changed it. */
  async function refresh(): Promise<void> {
    const id = $shown.get()?.found.order.id
    const found = id && (await services.fetchOrderWithHistory(id))
    if (!found) return
    remote.update((shown) => (shown?.found.order.id === id ? { ...shown, found } : shown))
  }

  /** For the order on screen. */
  async function press(pressOf: (shown: Shown) => Press): Promise<void> {
    const shown = $shown.get()
    if (!shown) return
    const { id, shippingAddress } = shown.found.order
    const { act, rows, ...about } = pressOf(shown)
    await plan(act, rows, { ...about, id, fullName: shippingAddress.fullName })
  }

  /** For orders of the list, of which one is named. The one on screen stays. */
  async function pressListed(
    { id, fullName }: Pick<Pressed, 'id' | 'fullName'>,
    { act, rows, name }: Press,
  ): Promise<void> {
    await plan(act, rows, { id, fullName, name, isListed: true })
  }

  /** Plans what was pressed, and sends it. A message that is pressed again is the same message. */
  async function plan(act: ActName, rows: readonly ActRow[], about: Pressed): Promise<void> {
    if (isSending()) return
    forgetUnsent()
    const isPlanned = acts.unsent().some((one) => JSON.stringify(one.rows) === JSON.stringify(rows))
    if (!isPlanned) acts.plan(act, rows, about)
    await send()
  }

  /** Takes back what was pressed last, or that act, and shows its order again. */
  async function undo(act = $done.get().at(-1)): Promise<void> {
    if (!act || isSending()) return
    forgetUnsent()
    acts.plan('undo', [], act.about, act.request)
    await send()
  }

  /** Passes the order over: it comes last. */
  async function skip(): Promise<void> {
    const shown = $shown.get()
    if (!shown || isSending()) return
    forgetUnsent()
    if (acts.unsent().length > 0) return send()
    $skipped.set([...$skipped.get(), shown.found.order.id])
    await load()
  }

  /** Those that were passed over come again. */
  async function showSkipped(): Promise<void> {
    $skipped.set([])
    await remote.load()
  }

  /** Drops presses without a response: another takes their place. A message stays, since the customer has its link. */
  function forgetUnsent(): void {
    acts.forget(acts.unsent().filter(({ act }) => act !== 'tell'))
  }

  /** Sends what was pressed, after messages that have no response yet. */
  async function send(): Promise<void> {
    const sent: SentAct<Pressed>[] = []
    await submit(async () => {
      await acts.resume((act) => sent.push(act))
      return sent.map(refusalOf).find(Boolean)
    })
    const { state } = $submission.get()
    if (state !== 'done' && state !== 'refused') return
    const isOfList = sent.every(({ about }) => about.isListed)
    await (isOfList && loadList ? loadList() : remote.load())
  }

  /** Why an act is not saved. Throws where it has no response. */
  function refusalOf(act: SentAct<Pressed>): Refused | undefined {
    if (act.state === 'unsent') throw act.error
    const { id, isListed } = act.about
    const isUndo = act.act === 'undo'
    if (isUndo) acts.forget(acts.$acts.get().filter(({ request }) => request === act.request))
    else if (!isAnySaved(act)) acts.forget([act])
    // What was undone, and what is not saved but still one of the queue, is shown again.
    if (!isListed && isDone(act) === isUndo) first = id
    if (isDone(act)) {
      if (isUndo) $skipped.set($skipped.get().filter((skipped) => skipped !== id))
      else forgetTypedHold(id)
      return undefined
    }
    if (isUndo) return { sentence: `${id} stays as it is: ${whyNot(act)}.` }
    const refused = act.results.filter(({ ok }) => !ok).map((result) => result.id)
    const verb = refused.length === 1 ? 'is' : 'are'
    return { sentence: `${refused.join(', ')} ${verb} not saved: ${whyNot(act)}.` }
  }

  return {
    $remote: remote.$remote,
    $shown,
    $next,
    $skipped,
    $submission,
    texts,
    $done,
    /** The presses in the list since the page was opened: a row stays confirmed however many follow. */
    $listed: computed($saved, (saved) => saved.filter(({ about }) => about.isListed)),
    start: () =>
      stopAll(
        remote.start(),
        // A request of a tab in the background may be lost while the chat is open.
        onPageVisible(() => {
          if ($submission.get().state === 'failed') void send()
        }),
      ),
    load,
    refresh,
    press,
    pressListed,
    retry: send,
    undo,
    skip,
    showSkipped,
  }
}

export type QueueStore = ReturnType<typeof createQueue>
