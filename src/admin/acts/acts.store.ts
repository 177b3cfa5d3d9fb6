/*
 * Acts that were pressed, in the order of the presses: sending, saved, or unsent where no response came. An unsent one
 * is sent again by its own request, which does it once. Where a page gives a key, they outlive a reload and the end of
 * the session in this tab (docs/desk-rules.md, rule 21.63).
 */
import { atom } from 'nanostores'
import { hasStrings, isRecord } from '#kit/json.ts'
import { codeOf } from '#kit/remote/shop-error.ts'
import { tabStorage } from '#kit/storage/tab-storage.ts'
import { type Act, type ActRow, type Requested, type RowResult, sendAct } from './acts.api.ts'

export interface SentAct<About> extends Act {
  /** What its page knows of it. */
  about: About
  state: 'sending' | 'saved' | 'unsent'
  /** Why it is unsent: `planned`, `unreachable`, `unforeseen`, or `forbidden` once the session is over. */
  why: string
  /** The same, until a reload. */
  error?: unknown
  /** Of each row, once it is saved. An act that was refused as a whole has them as well. */
  results: readonly RowResult[]
}

export interface ActsOptions<About> {
  sendAct?: typeof sendAct
  /** Logged with an error, but for the end of the session. Without it the page logs. */
  errorMessage?: (about: About) => string
  key?: string
  /** What is saved in the tab: no names. */
  toSaved?: (about: About) => About
  /** Which acts are. */
  isKept?: (act: SentAct<About>) => boolean
}

export function createActs<About>({
  sendAct: sendOnce = sendAct,
  errorMessage,
  key,
  toSaved = (about) => about,
  isKept = () => true,
}: ActsOptions<About> = {}) {
  const $acts = atom<readonly SentAct<About>[]>(key === undefined ? [] : readSaved<About>(key))
  const unsent = () => $acts.get().filter(({ state }) => state === 'unsent')

  function show(acts: readonly SentAct<About>[]): void {
    $acts.set(acts)
    if (key === undefined) return
    const kept = acts.filter(isKept)
    if (kept.length === 0) tabStorage.remove(storageKey(key))
    else
      tabStorage.set(
        storageKey(key),
        kept.map(({ error: _, ...act }) => ({ ...act, about: toSaved(act.about) })),
      )
  }

  function put(act: SentAct<About>): void {
    const acts = $acts.get()
    const isKnown = acts.some((one) => isSame(one, act))
    show(isKnown ? acts.map((one) => (isSame(one, act) ? act : one)) : [...acts, act])
  }

  /** Those that are given, or all. */
  function forget(gone: readonly Act[] = $acts.get()): void {
    show($acts.get().filter((act) => !gone.some((one) => isSame(one, act))))
  }

  /** Sends an act, or sends it again. */
  async function deliver(act: NewAct<About>): Promise<SentAct<About>> {
    const sending = begun(act)
    put(sending)
    const sent = await outcome(sending)
    put(sent)
    return sent
  }

  async function outcome(act: SentAct<About>): Promise<SentAct<About>> {
    try {
      return { ...act, state: 'saved', results: await sendOnce(act) }
    } catch (error) {
      const why = codeOf(error)
      if (errorMessage && why !== 'forbidden') console.error(errorMessage(act.about), error)
      if (why !== 'refused') return { ...act, state: 'unsent', why, error }
      const results = act.rows.map(({ id }) => ({ id, ok: false as const, code: why }))
      return { ...act, state: 'saved', why, results }
    }
  }

  /** Does an act. Never throws. */
  const send = (act: ActName, rows: readonly ActRow[], about: About) =>
    deliver({ request: crypto.randomUUID(), act, rows, about })

  /** Does an act, or sends again the one about the same that had no response. */
  function once(act: ActName, rows: readonly ActRow[], about: About): Promise<SentAct<About>> {
    const same = unsent().find(
      (one) => one.act === act && JSON.stringify(one.about) === JSON.stringify(about),
    )
    return same ? deliver(same) : send(act, rows, about)
  }

  return {
    $acts,
    send,
    once,
    /** Does one row, as `once`. Throws where no response came, and forgets the act where one did. */
    async one(act: ActName, row: ActRow, about: About): Promise<OneResult> {
      const sent = await once(act, [row], about)
      if (sent.state === 'unsent') throw sent.error
      forget([sent])
      const [result = { id: '', ok: false as const, code: 'not_found' }] = sent.results
      return { ...result, request: sent.request }
    },
    /** Takes back what the act saved and nobody changed since. A repeat is the same act. */
    undo: ({ request }: Requested, about: About) =>
      deliver({ request, act: 'undo', rows: [], about }),
    /** Keeps an act as unsent until it is sent. An undo has the request of what it takes back. */
    plan: (
      act: Act['act'],
      rows: readonly ActRow[],
      about: About,
      request: string = crypto.randomUUID(),
    ) => put({ ...begun({ request, act, rows, about }), state: 'unsent', why: 'planned' }),
    /** Sends an unsent act. */
    resend: (act: SentAct<About>) => deliver(act),
    /** Sends what is unsent, one act after the other, until one has no response. */
    async resume(onSent?: (act: SentAct<About>) => void): Promise<void> {
      const acts = unsent()
      for (const act of acts) put(begun(act))
      let isLost = false
      for (const act of acts) {
        if (isLost) put(act)
        else {
          const sent = await deliver(act)
          onSent?.(sent)
          isLost = sent.state === 'unsent'
        }
      }
    },
    unsent,
    isSending: () => $acts.get().some(({ state }) => state === 'sending'),
    forget,
  }
}

export type Acts<About> = ReturnType<typeof createActs<About>>

/** The name of an act that does something, which undoing another does not. */
export type ActName = Exclude<Act['act'], 'undo'>

type NewAct<About> = Act & { about: About }

/** What became of a row, and the request by which it is undone. */
export type OneResult = RowResult & Requested

function begun<About>({ request, act, rows, about }: NewAct<About>): SentAct<About> {
  return { request, act, rows, about, state: 'sending', why: '', results: [] }
}

/** Whether all that it asked for is saved. */
export function isDone({ state, results }: SentAct<unknown>): boolean {
  return state === 'saved' && results.length > 0 && results.every(({ ok }) => ok)
}

function isSame(a: Act, b: Act): boolean {
  return a.request === b.request && (a.act === 'undo') === (b.act === 'undo')
}

/** What a reload interrupted may be saved or not. */
function readSaved<About>(key: string): SentAct<About>[] {
  const saved = tabStorage.get(storageKey(key))
  if (!Array.isArray(saved) || !saved.every(isSaved)) return []
  return saved.map((act: SentAct<About>) =>
    act.state === 'sending' ? { ...act, state: 'unsent', why: 'unreachable' } : act,
  )
}

function isSaved(act: unknown): boolean {
  if (!isRecord(act) || !hasStrings(act, ['request', 'act', 'state', 'why'])) return false
  return [act['rows'], act['results']].every((rows) => Array.isArray(rows) && rows.every(isRecord))
}

function storageKey(key: string): string {
  return `zulf:admin-tab-acts-${key}`
}
