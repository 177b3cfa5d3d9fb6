/*
 * Acts that were pressed, in the order of the presses: sending, saved, or unsent where no response came. An unsent one
 * is sent again by its own request, which does it once. Where a page gives a key, they outlive a reload and the end of
 * the session in this tab (docs/desk-rules.md, rule 21.63).
 */
import { atom, type WritableAtom } from 'nanostores'
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

/** The acts of a page, and what they are sent with. */
interface ActsParts<About> {
  $acts: WritableAtom<readonly SentAct<About>[]>
  options: ActsOptions<About>
}

export function createActs<About>(options: ActsOptions<About> = {}) {
  const $acts = atom(options.key === undefined ? [] : readSaved<About>(options.key))
  const parts: ActsParts<About> = { $acts, options }
  const unsent = () => $acts.get().filter(isUnsent)
  const send = (act: ActName, rows: readonly ActRow[], about: About) =>
    deliver(parts, begin({ request: crypto.randomUUID(), act, rows, about }))
  const once = (act: ActName, rows: readonly ActRow[], about: About) => {
    const same = unsent().find(
      (one) => one.act === act && JSON.stringify(one.about) === JSON.stringify(about),
    )
    return same ? deliver(parts, same) : send(act, rows, about)
  }
  return {
    $acts,
    /** Does an act. Never throws. */
    send,
    /** Takes back what the act saved and nobody changed since. A repeat is the same act. */
    undo: ({ request }: Requested, about: About) =>
      deliver(parts, begin({ request, act: 'undo', rows: [], about })),
    /** Keeps an act as unsent until it is sent. An undo has the request of what it takes back. */
    plan: (
      act: Act['act'],
      rows: readonly ActRow[],
      about: About,
      request: string = crypto.randomUUID(),
    ) => put(parts, { ...begin({ request, act, rows, about }), ...PLANNED }),
    /** Sends an unsent act. */
    resend: (act: SentAct<About>) => deliver(parts, act),
    /** Sends what is unsent, one act after the other, until one has no response. */
    resume: (onSent?: (act: SentAct<About>) => void) => resume(parts, unsent(), onSent),
    /** Does an act, or sends again the one about the same that had no response. */
    once,
    /** Does one row, as `once`. Throws where no response came, and forgets the act where one did. */
    one: async (act: ActName, row: ActRow, about: About) =>
      resultOf(parts, await once(act, [row], about)),
    unsent,
    isSending: () => $acts.get().some(({ state }) => state === 'sending'),
    /** Those that are given, or all. */
    forget: (gone: readonly Act[] = $acts.get()) => forget(parts, gone),
  }
}

export type Acts<About> = ReturnType<typeof createActs<About>>

/** The name of an act that does something, which undoing another does not. */
export type ActName = Exclude<Act['act'], 'undo'>

const PLANNED = { state: 'unsent', why: 'planned' } as const

type NewAct<About> = Act & { about: About }

/** What became of a row, and the request by which it is undone. */
export type OneResult = RowResult & Requested

function begin<About>(act: NewAct<About>): SentAct<About> {
  return { ...act, state: 'sending', why: '', results: [] }
}

async function deliver<About>(
  parts: ActsParts<About>,
  act: SentAct<About>,
): Promise<SentAct<About>> {
  put(parts, { ...act, state: 'sending' })
  const sent = await outcome(act, parts.options)
  put(parts, sent)
  return sent
}

async function resume<About>(
  parts: ActsParts<About>,
  acts: readonly SentAct<About>[],
  onSent?: (act: SentAct<About>) => void,
): Promise<void> {
  for (const act of acts) put(parts, { ...act, state: 'sending' })
  let isLost = false
  for (const act of acts) {
    if (isLost) put(parts, act)
    else {
      const sent = await deliver(parts, act)
      onSent?.(sent)
      isLost = sent.state === 'unsent'
    }
  }
}

async function outcome<About>(
  act: SentAct<About>,
  { sendAct: send = sendAct, errorMessage }: ActsOptions<About>,
): Promise<SentAct<About>> {
  try {
    return { ...act, state: 'saved', why: '', error: undefined, results: await send(act) }
  } catch (error) {
    const why = codeOf(error)
    if (errorMessage && why !== 'forbidden') console.error(errorMessage(act.about), error)
    if (why !== 'refused') return { ...act, state: 'unsent', why, error }
    const results = act.rows.map(({ id }) => ({ id, ok: false as const, code: why }))
    return { ...act, state: 'saved', why, results }
  }
}

function resultOf<About>(parts: ActsParts<About>, act: SentAct<About>): OneResult {
  if (act.state === 'unsent') throw act.error
  forget(parts, [act])
  const [result = { id: '', ok: false as const, code: 'not_found' }] = act.results
  return { ...result, request: act.request }
}

/** Whether all that it asked for is saved. */
export function isDone({ state, results }: SentAct<unknown>): boolean {
  return state === 'saved' && results.length > 0 && results.every(({ ok }) => ok)
}

function isUnsent({ state }: SentAct<unknown>): boolean {
  return state === 'unsent'
}

function isSame(a: Act, b: Act): boolean {
  return a.request === b.request && (a.act === 'undo') === (b.act === 'undo')
}

function forget<About>(parts: ActsParts<About>, gone: readonly Act[]): void {
  const acts = parts.$acts.get()
  show(
    parts,
    acts.filter((act) => !gone.some((one) => isSame(one, act))),
  )
}

function put<About>(parts: ActsParts<About>, act: SentAct<About>): void {
  const acts = parts.$acts.get()
  const isKnown = acts.some((one) => isSame(one, act))
  show(parts, isKnown ? acts.map((one) => (isSame(one, act) ? act : one)) : [...acts, act])
}

function show<About>({ $acts, options }: ActsParts<About>, acts: readonly SentAct<About>[]): void {
  $acts.set(acts)
  const { key, toSaved = (about) => about, isKept = () => true } = options
  if (key === undefined) return
  const kept = acts.filter(isKept)
  if (kept.length === 0) tabStorage.remove(storageKey(key))
  else
    tabStorage.set(
      storageKey(key),
      kept.map(({ error: _, ...act }) => ({ ...act, about: toSaved(act.about) })),
    )
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
