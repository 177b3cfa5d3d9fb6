/*
 * One change of many orders, each for the version that the admin saw, by one act. Orders that are not changed are named,
 * and the change can be undone (docs/product.md, rules 15.2, 15.13 and 15.14). It outlives a reload of the page where
 * it was made; customers' names are not saved.
 */
import { atom, computed, type WritableAtom } from 'nanostores'
import type { Requested, sendAct } from '#admin/acts/acts.api.ts'
import { type Acts, createActs, type SentAct } from '#admin/acts/acts.store.ts'
import { offerUndo } from '#admin/acts/offer-undo.ts'
import { askBeforeLeaving } from '#admin/auth/ask-before-leaving.ts'
import { formatCount } from '#admin/order/orders.ts'
import { dismissToast } from '#kit/toast/toast.store.ts'
import {
  type BookedParts,
  type DispatchRow,
  isSaved,
  orderParts,
  toActRow,
  withResults,
} from '../row.ts'
import { goalOf, textsOf } from '../sentences.ts'
import type { BulkChoice, Plan } from './plan.ts'

/** A change of many orders, under way or done. */
export interface BulkRun {
  step: 'saving' | 'done'
  /** Follows "2 of 3 orders": `set to Shipped`. */
  goal: string
  isUndo: boolean
  rows: readonly DispatchRow[]
}

type Bulk = { step: 'choosing' } | BulkRun

interface About {
  goal: string
  rows: readonly DispatchRow[]
}

export interface BulkServices {
  sendAct?: typeof sendAct
  /** Called with what the lists show of a changed order. */
  onSaved: (id: string, change: BookedParts) => void
  announce: typeof offerUndo
  /** Of the page where the change is made: the result shows there only. */
  key: string
}

const defaults: BulkServices = { onSaved: () => {}, announce: offerUndo, key: '' }

const FIRST_CHOICE: BulkChoice = { status: 'shipped', courier: undefined, numbers: new Map() }

/** An act of before, with the rows that it changed. */
export interface MadeAct extends Requested {
  rows: readonly DispatchRow[]
}

const AS_BEFORE = 'as before again'

/** What the steps of a bulk change work on. */
interface Changing {
  $choice: WritableAtom<BulkChoice>
  acts: Acts<About>
  current: () => Bulk
  services: BulkServices
  /** The id of the toast that offers Undo. */
  toast: number
}

export function createBulk(options: Partial<BulkServices> = {}) {
  const services = { ...defaults, ...options }
  const { sendAct, key } = services
  const acts = createActs<About>({
    ...(sendAct && { sendAct }),
    errorMessage: ({ rows }) => textsOf(rows[0]?.change ?? {}).logged,
    key: `bulk${key}`,
    toSaved: ({ goal, rows }) => ({ goal, rows: rows.map((row) => ({ ...row, fullName: '' })) }),
  })
  const $bulk = computed(acts.$acts, toBulk)
  const $choice = atom(FIRST_CHOICE)
  const changing: Changing = { $choice, acts, current: () => $bulk.get(), services, toast: 0 }
  return {
    $choice,
    $bulk,
    choose: (change: Partial<BulkChoice>) => choose(changing, change),
    start: (plan: Plan) => start(changing, plan),
    /** Sends what has no response yet. */
    resume: () => resume(changing),
    /** Changes an order although somebody else did: the admin has read what. */
    overwrite: (id: string) => overwrite(changing, id),
    undo: () => undo(changing),
    /** Takes back acts that the database names, also those of another device. */
    undoActs: (made: readonly MadeAct[]) => undoActs(changing, made),
    close: () => close(changing),
    /** Asks before the page is left while orders are being changed. */
    guardPage: () => askBeforeLeaving(acts.isSending),
  }
}

export type BulkStore = ReturnType<typeof createBulk>

/** Of an order that was changed once more, the last result counts. */
function toBulk(sent: readonly SentAct<About>[]): Bulk {
  const undone = sent.filter(({ act }) => act === 'undo')
  const shown = undone.length > 0 ? undone : sent
  const last = shown.at(-1)
  if (!last) return { step: 'choosing' }
  const rows = new Map(
    shown.flatMap((act) => withResults(act.about.rows, act)).map((row) => [row.id, row]),
  )
  return {
    step: sent.some(({ state }) => state === 'sending') ? 'saving' : 'done',
    goal: last.about.goal,
    isUndo: undone.length > 0,
    rows: [...rows.values()],
  }
}

/** What is chosen and typed stays while orders are deselected and selected again. */
function choose({ $choice }: Changing, change: Partial<BulkChoice>): void {
  $choice.set({ ...$choice.get(), ...change })
}

async function start(changing: Changing, { choice, rows }: Plan): Promise<void> {
  const { acts } = changing
  if (acts.isSending()) return
  acts.forget()
  await book(changing, { goal: goalOf(choice), rows })
}

async function book(changing: Changing, about: About): Promise<void> {
  dismissToast(changing.toast)
  takeOver(changing, await changing.acts.send('book', about.rows.map(toActRow), about))
}

async function resume(changing: Changing): Promise<void> {
  const { acts } = changing
  if (acts.isSending()) return
  dismissToast(changing.toast)
  for (const act of acts.unsent()) takeOver(changing, await acts.resend(act))
}

async function overwrite(changing: Changing, id: string): Promise<void> {
  const bulk = changing.current()
  if (bulk.step !== 'done') return
  const rows = bulk.rows.filter((row) => row.id === id && row.result.state === 'stale')
  if (rows.length > 0) await book(changing, { goal: bulk.goal, rows })
}

/** Brings back every order that this changed and nobody changed since, the last change first. */
async function undo(changing: Changing): Promise<void> {
  const { acts } = changing
  const bulk = changing.current()
  if (bulk.step !== 'done' || bulk.isUndo) return
  dismissToast(changing.toast)
  for (const act of [...acts.$acts.get()].reverse()) {
    const rows = withResults(act.about.rows, act).filter(isSaved).map(asChanged)
    if (rows.length > 0) takeOver(changing, await acts.undo(act, { goal: AS_BEFORE, rows }))
  }
}

async function undoActs(changing: Changing, made: readonly MadeAct[]): Promise<void> {
  const { acts } = changing
  if (acts.isSending()) return
  dismissToast(changing.toast)
  acts.forget()
  for (const { request, rows } of made)
    takeOver(changing, await acts.undo({ request }, { goal: AS_BEFORE, rows }))
}

function asChanged(row: DispatchRow): DispatchRow {
  return { ...row, seen: { ...row.seen, ...(row.change as Partial<DispatchRow['seen']>) } }
}

function takeOver(changing: Changing, { results }: SentAct<About>): void {
  const { services } = changing
  for (const result of results) {
    const parts = result.ok && orderParts(result)
    if (parts) services.onSaved(result.id, parts)
  }
  const bulk = changing.current()
  if (bulk.step !== 'done' || bulk.isUndo) return
  const saved = bulk.rows.filter(isSaved).length
  if (saved === 0) return
  const title = `${formatCount(saved)} ${bulk.goal}`
  changing.toast = services.announce(title, () => void undo(changing))
}

function close(changing: Changing): void {
  const bulk = changing.current()
  if (bulk.step !== 'done') return
  dismissToast(changing.toast)
  // What was undone may be sent again.
  if (!bulk.isUndo) choose(changing, { outcome: undefined, endReason: undefined })
  changing.acts.forget()
}
