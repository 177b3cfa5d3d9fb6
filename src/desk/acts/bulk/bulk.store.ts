/*
 * One press that changes many orders, each for the version that the admin saw: by one act for 500 of them. Orders that
 * are not changed are named, and the press can be undone (docs/product.md, rules 15.2, 15.13 and 15.14). It outlives a
 * reload of the page where it was made; customers' names are not saved.
 */

import { atom, computed } from 'nanostores'
import { type ActRow, MAX_ROWS, type Requested, type sendAct } from '#admin/acts/acts.api.ts'
import { createActs, type SentAct } from '#admin/acts/acts.store.ts'
import {
  type BookedParts,
  type DispatchRow,
  orderParts,
  toActRow,
  withResults,
} from '#admin/acts/dispatch-row.ts'
import { failureTexts } from '#admin/acts/sentences.ts'
import { partsOf } from '#admin/kit/parts-of.ts'
import { newAttempt } from '#admin/order/confirmation.ts'
import { askBeforeLeaving } from '#desk/acts/ask-before-leaving.ts'
import { DAY_MS } from '#kit/day-ms.ts'
import type { BulkChoice, Plan } from './plan.ts'
import { GOALS, goalOf } from './plan-sentences.ts'

/** An act of many orders: a change, what customers said, a decision on marked ones, or the deletion of cancelled ones. */
export type BulkAct = 'book' | 'yes' | 'resume' | 'release' | 'discard' | 'delete'

/** A press on many orders. */
interface Press {
  act: BulkAct
  /** Follows "2 of 3 orders": `set to Shipped`. */
  goal: string
  rows: readonly DispatchRow[]
}

/** A press that is under way or done. */
export interface BulkRun extends Press {
  step: 'saving' | 'done'
  isUndo: boolean
}

type Bulk = { step: 'choosing' } | BulkRun

/** A part of a press, with as many rows as one act takes. */
interface About extends Press {
  /** Milliseconds: when it was pressed. */
  at: number
}

export interface BulkServices {
  sendAct?: typeof sendAct
  /** Called with what the lists show of a changed order. */
  onSaved: (id: string, change: BookedParts) => void
  /** Names the page where the change is made: the result is shown there only. */
  key: string
}

const defaults: BulkServices = { onSaved: () => {}, key: '' }

const FIRST_CHOICE: BulkChoice = { status: 'shipped', courier: undefined, numbers: new Map() }

/** An act that was done before, with the rows that it changed. */
export interface MadeAct extends Requested {
  rows: readonly DispatchRow[]
}

const AS_BEFORE = 'as before again'

export function createBulk(options: Partial<BulkServices> = {}) {
  const { sendAct, key, onSaved } = { ...defaults, ...options }
  const acts = createActs<About>({
    ...(sendAct && { sendAct }),
    errorMessage: ({ act, rows }) =>
      act === 'book' ? failureTexts(rows[0]?.change ?? {}).logged : 'Error deciding on orders',
    key: `bulk${key}`,
    toSaved: (about) => ({ ...about, rows: about.rows.map((row) => ({ ...row, fullName: '' })) }),
  })
  // What was saved a day ago is no result of today.
  const isOld = ({ about }: SentAct<About>) => about.at < Date.now() - DAY_MS
  if (acts.unsent().length === 0 && acts.$acts.get().some(isOld)) acts.forget()
  const $bulk = computed(acts.$acts, toBulk)
  const $choice = atom(FIRST_CHOICE)

  /** What is chosen and typed stays while orders are deselected and selected again. */
  function choose(change: Partial<BulkChoice>): void {
    $choice.set({ ...$choice.get(), ...change })
  }

  /** All parts are planned first, so that a reload in between forgets none. */
  async function begin({ act, goal, rows }: Press): Promise<void> {
    if (acts.isSending()) return
    acts.forget()
    for (const part of partsOf(rows, MAX_ROWS)) {
      // What came of a contact is one act of the database, which names it in each row.
      const name = act === 'yes' || act === 'resume' ? 'attempt' : act
      const asked = part.map((row) => toBulkRow(row, act))
      acts.plan(name, asked, { act, goal, rows: part, at: Date.now() })
    }
    await resume()
  }

  /** Sends what has no response yet. */
  async function resume(): Promise<void> {
    if (acts.isSending()) return
    await acts.resume(({ results }) => {
      for (const result of results) {
        // Also of an order that somebody changed meanwhile: the next press is of what it is now.
        const saved = orderParts(result)
        if (saved) onSaved(result.id, saved)
      }
    })
  }

  /** Brings back every order that this changed and nobody changed since, the last change first. */
  async function undo(): Promise<void> {
    const bulk = $bulk.get()
    if (bulk.step !== 'done' || bulk.isUndo) return
    const made = acts.$acts
      .get()
      .map((act) => ({
        request: act.request,
        rows: withResults(act.about.rows, act).filter(isSaved).map(asChanged),
      }))
      .reverse()
    await takeBack(bulk.act, made)
  }

  /** Takes back acts that the database names, also those of another device. */
  async function undoActs(made: readonly MadeAct[]): Promise<void> {
    if (acts.isSending()) return
    acts.forget()
    await takeBack('book', made)
  }

  async function takeBack(act: BulkAct, made: readonly MadeAct[]): Promise<void> {
    for (const { request, rows } of made) {
      if (rows.length === 0) continue
      acts.plan('undo', [], { act, goal: AS_BEFORE, rows, at: Date.now() }, request)
    }
    await resume()
  }

  function close(): void {
    const bulk = $bulk.get()
    if (bulk.step !== 'done') return
    // What was undone may be sent again.
    if (!bulk.isUndo) choose({ outcome: undefined, endReason: undefined })
    acts.forget()
  }

  return {
    $choice,
    $bulk,
    choose,
    start: ({ choice, rows }: Plan) => begin({ act: 'book', goal: goalOf(choice), rows }),
    /** Confirms, resumes, releases or discards orders, or deletes cancelled ones. */
    decide: (act: Exclude<BulkAct, 'book'>, rows: readonly DispatchRow[]) =>
      begin({ act, goal: GOALS[act], rows }),
    resume,
    undo,
    undoActs,
    close,
    /** Asks before the page is left while orders are being changed. */
    guardPage: () => askBeforeLeaving(acts.isSending),
  }
}

export type BulkStore = ReturnType<typeof createBulk>

function toBulk(sent: readonly SentAct<About>[]): Bulk {
  const undone = sent.filter(({ act }) => act === 'undo')
  const shown = undone.length > 0 ? undone : sent
  const last = shown.at(-1)
  if (!last) return { step: 'choosing' }
  // An order may be in several acts that are undone: its last result counts.
  const rows = new Map(
    shown.flatMap((act) => withResults(act.about.rows, act)).map((row) => [row.id, row]),
  )
  return {
    step: sent.some(({ state }) => state === 'sending') ? 'saving' : 'done',
    act: last.about.act,
    goal: last.about.goal,
    isUndo: undone.length > 0,
    rows: [...rows.values()],
  }
}

/** The row that is sent. */
function toBulkRow(row: DispatchRow, act: BulkAct): ActRow {
  const { id, version } = row
  if (act === 'book') return toActRow(row)
  if (act === 'yes' || act === 'resume') return { ...newAttempt(id, act) }
  return act === 'delete' ? { id, version } : { id }
}

export function isSaved({ result }: DispatchRow): boolean {
  return result.state === 'saved'
}

function asChanged(row: DispatchRow): DispatchRow {
  return { ...row, seen: { ...row.seen, ...(row.change as Partial<DispatchRow['seen']>) } }
}
