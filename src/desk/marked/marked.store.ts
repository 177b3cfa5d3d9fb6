/*
 * Releasing, discarding and deleting marked orders. An act takes 500 of them at most, so a press goes on until its group
 * is done, and one Undo takes all of it back.
 */
import { atom } from 'nanostores'
import { type Requested, sendAct } from '#admin/acts/acts.api.ts'
import { createActs, type SentAct } from '#admin/acts/acts.store.ts'
import { offerUndo } from '#admin/acts/offer-undo.ts'
import { formatCount, type MarkedAct } from '#admin/order/orders.ts'
import { createRemoteStore } from '#kit/remote/remote-store.ts'
import { dismissToast } from '#kit/toast/toast.store.ts'
import { fetchMarked } from './marked.api.ts'
import type { Decision, MarkedGroup } from './marked.ts'

/** What was pressed. */
export interface Press {
  kind: MarkedAct | 'undo' | 'delete'
  /** How many orders it concerns. */
  all: number
  /** The group that is released or discarded. */
  of?: Pick<MarkedGroup, 'mark' | 'group'>
}

const requests = { fetchMarked, sendAct, announce: offerUndo }

export function createMarkedPage(options: Partial<typeof requests> = {}) {
  const services = { ...requests, ...options }
  const acts = createActs<Press>({
    sendAct: services.sendAct,
    errorMessage: () => 'Error deciding on marked orders',
    key: 'marked',
  })
  // What was saved before a reload is said already.
  if (acts.unsent().length === 0) acts.forget()
  const remote = createRemoteStore(services.fetchMarked, {
    errorMessage: 'Error fetching marked orders',
    keepsValue: true,
    reloadsWhenVisible: true,
    retriesWhenOnline: true,
  })
  const $isBusy = atom(false)
  let toast = 0

  /** Sends acts, shows what is marked then, and offers to take the decision back. */
  async function press(work: () => Promise<unknown>): Promise<void> {
    if ($isBusy.get()) return
    dismissToast(toast)
    $isBusy.set(true)
    await work()
    await remote.load()
    $isBusy.set(false)
    const decided = acts.$acts.get().filter(isDecision)
    const done = countRows(decided).done
    if (acts.unsent().length > 0 || done === 0) return
    const undo = () => run(() => undoAll(decided, done))
    toast = services.announce(titleOf(decided), () => void undo())
  }

  const run = (work: () => Promise<unknown>) =>
    press(() => {
      acts.forget()
      return work()
    })

  /** Goes on until nothing is left of the group. */
  async function decideAll(act: MarkedAct, about: Press): Promise<void> {
    for (;;) {
      await remote.load()
      const view = remote.$remote.get()
      const groups = view.state === 'ready' ? view.value.groups : []
      const rest = groups.find(
        ({ mark, group }) => mark === about.of?.mark && group === about.of.group,
      )
      if (!rest) return
      const rows = rest.ids.map((id) => ({ id, mark: rest.mark }))
      if (countRows([await acts.send(act, rows, about)]).done === 0) return
    }
  }

  async function undoAll(undone: readonly Requested[], all: number): Promise<void> {
    for (const act of undone) await acts.undo(act, { kind: 'undo', all })
  }

  return {
    ...remote,
    $acts: acts.$acts,
    $isBusy,
    decide: (kind: MarkedAct, { mark, group, orders }: MarkedGroup) =>
      run(() => decideAll(kind, { kind, all: orders, of: { mark, group } })),
    undo: (decision: Decision) => run(() => undoAll([decision], decision.rows.length)),
    remove: ({ rows }: Decision) =>
      run(() => acts.send('delete', rows, { kind: 'delete', all: rows.length })),
    /** Sends again what got no response, and then what is left of its group. */
    goOn: () =>
      press(async () => {
        for (const act of acts.unsent()) {
          const sent = await acts.resend(act)
          if (isDecision(sent)) await decideAll(sent.act as MarkedAct, sent.about)
        }
      }),
  }
}

export type MarkedPageStore = ReturnType<typeof createMarkedPage>

function isDecision({ act, state }: SentAct<Press>): boolean {
  return state === 'saved' && (act === 'release' || act === 'discard')
}

/** How many orders these acts changed, and how many they left as somebody changed them since. */
export function countRows(acts: readonly SentAct<Press>[]) {
  const results = acts.flatMap((act) => act.results)
  const refused = results.filter(({ ok }) => !ok)
  return {
    done: results.length - refused.length,
    unchanged: refused.filter((row) => !row.ok && row.code !== 'decided').length,
  }
}

const DONE: Record<Press['kind'], string> = {
  release: 'released',
  discard: 'discarded',
  undo: 'as before again',
  delete: 'deleted for good',
}

/** `40 orders released`. */
function titleOf(acts: readonly SentAct<Press>[]): string {
  const [first] = acts
  return first ? `${formatCount(countRows(acts).done)} ${DONE[first.about.kind]}` : ''
}

/** What came of a press. */
export function sentenceOf(acts: readonly SentAct<Press>[]): string {
  const { done, unchanged } = countRows(acts)
  if (done + unchanged === 0) return 'Nothing was left to do: see the last decisions.'
  const sentence = `${titleOf(acts)}.`
  return unchanged === 0
    ? sentence
    : `${sentence} ${formatCount(unchanged)} changed since: the status of now stays.`
}
