/*
 * One change of many orders, with one request per order, each for the version that the admin saw.
 * Orders that failed are named, and the change can be undone (docs/product.md, rules 15.2, 15.13 and 15.14).
 */
import { atom, type WritableAtom } from 'nanostores'
import { askBeforeLeaving } from '#admin/auth/ask-before-leaving.ts'
import { formatCount } from '#admin/order/orders.ts'
import { type DispatchRow, isLeft, isSaved, undoOf } from '#desk/acts/row.ts'
import { type SendServices, sendRow, sendServices } from '#desk/acts/send-row.ts'
import { goalOf, placed } from '#desk/acts/sentences.ts'
import { dismissToast, showToast } from '#kit/toast/toast.store.ts'
import type { Order } from '#order/order.ts'
import type { BulkChoice, Plan } from './plan.ts'
import { type BulkRun, forgetRun, interruptedRun, saveRun } from './saved-run.ts'

type Bulk = { step: 'choosing' } | BulkRun

type SavedParts = Pick<Order, 'version' | 'status' | 'courier' | 'trackingNumber' | 'booked'>

export interface BulkServices extends SendServices {
  /** Called with what the lists show of a changed order. */
  onSaved: (id: string, change: SavedParts) => void
  announce: (title: string, undo: () => void) => number
  /** Where the change is made: the result shows there only. */
  place: string
}

const defaults: BulkServices = { ...sendServices, onSaved: () => {}, announce, place: '' }

const FIRST_CHOICE: BulkChoice = { status: 'shipped', courier: undefined, numbers: new Map() }

/** What the steps of a bulk change work on. */
interface Changing {
  $choice: WritableAtom<BulkChoice>
  $bulk: WritableAtom<Bulk>
  services: BulkServices
  isStopping: boolean
  /** The id of the toast that offers Undo. */
  toast: number
}

export function createBulk(options: Partial<BulkServices> = {}) {
  const services = { ...defaults, ...options }
  const changing: Changing = {
    $choice: atom(FIRST_CHOICE),
    $bulk: atom<Bulk>(interruptedRun(services.place) ?? { step: 'choosing' }),
    services,
    isStopping: false,
    toast: 0,
  }
  return {
    $choice: changing.$choice,
    $bulk: changing.$bulk,
    choose: (change: Partial<BulkChoice>) => choose(changing, change),
    start: (plan: Plan) => start(changing, plan),
    /** Sends what is not done: after a reload, a stop, or without a network. */
    resume: () => sendAgain(changing, isLeft),
    /** Changes an order although somebody else did: the admin has read what. */
    overwrite: (id: string) =>
      sendAgain(changing, (row) => row.id === id && row.result.state === 'stale'),
    undo: () => undo(changing),
    /** Ends after the order that is being saved. */
    stop: () => {
      changing.isStopping = true
    },
    close: () => close(changing),
    guardPage: () => guardPage(changing),
  }
}

export type BulkStore = ReturnType<typeof createBulk>

/** What is chosen and typed stays while orders are deselected and selected again. */
function choose({ $choice }: Changing, change: Partial<BulkChoice>): void {
  $choice.set({ ...$choice.get(), ...change })
}

async function start(changing: Changing, { choice, rows }: Plan): Promise<void> {
  if (changing.$bulk.get().step === 'saving') return
  const { place } = changing.services
  await sendAll(changing, { place, goal: goalOf(choice), isUndo: false, rows })
}

async function sendAgain(
  changing: Changing,
  isWanted: (row: DispatchRow) => boolean,
): Promise<void> {
  const bulk = changing.$bulk.get()
  if (bulk.step !== 'done') return
  const planned = { state: 'planned' as const }
  const rows = bulk.rows.map((row) => (isWanted(row) ? { ...row, result: planned } : row))
  await sendAll(changing, { ...bulk, rows })
}

/** Brings back what was seen of every order that this changed and nobody changed since. */
async function undo(changing: Changing): Promise<void> {
  const bulk = changing.$bulk.get()
  if (bulk.step !== 'done' || bulk.isUndo) return
  const rows = bulk.rows.filter(isSaved).map(undoOf)
  if (rows.length > 0)
    await sendAll(changing, { ...bulk, goal: 'as before again', isUndo: true, rows })
}

async function sendAll(changing: Changing, run: Omit<BulkRun, 'step'>): Promise<void> {
  changing.isStopping = false
  dismissToast(changing.toast)
  show(changing, { ...run, step: 'saving' })
  for (const row of run.rows) {
    if (changing.isStopping) break
    if (row.result.state === 'planned') await sendOne(changing, row)
  }
  const sent = changing.$bulk.get()
  if (sent.step !== 'saving') return
  show(changing, { ...sent, step: 'done' })
  const saved = sent.rows.filter(isSaved).length
  if (saved > 0 && !sent.isUndo) {
    const title = `${placed(sent.place)}${formatCount(saved)} ${sent.goal}`
    changing.toast = changing.services.announce(title, () => void undo(changing))
  }
}

async function sendOne(changing: Changing, planned: DispatchRow): Promise<void> {
  const { services } = changing
  replaceRow(changing, { ...planned, result: { state: 'sending' } })
  const { row, order } = await sendRow(planned, services)
  replaceRow(changing, row)
  if (row.result.state === 'signedOut') changing.isStopping = true
  if (order && isSaved(row)) {
    const { version, status, courier, trackingNumber, booked, outcome } = order
    const { endReason = row.seen.endReason } = row.change
    const end = { outcome, endReason: status === 'cancelled' ? endReason : null }
    services.onSaved(row.id, { version, status, courier, trackingNumber, booked, ...end })
  }
}

function replaceRow(changing: Changing, changed: DispatchRow): void {
  const bulk = changing.$bulk.get()
  if (bulk.step === 'choosing') return
  const rows = bulk.rows.map((row) => (row.id === changed.id ? changed : row))
  show(changing, { ...bulk, rows })
}

function show({ $bulk }: Changing, run: BulkRun): void {
  $bulk.set(run)
  saveRun(run)
}

function close(changing: Changing): void {
  const bulk = changing.$bulk.get()
  if (bulk.step !== 'done') return
  dismissToast(changing.toast)
  // What was undone may be sent again.
  if (!bulk.isUndo) forgetChosen(changing, bulk.rows.filter(isSaved))
  changing.$bulk.set({ step: 'choosing' })
  forgetRun(changing.services.place)
}

/** What belongs to the orders of one change only. */
function forgetChosen(changing: Changing, orders: readonly { id: string }[]): void {
  const numbers = new Map(changing.$choice.get().numbers)
  for (const { id } of orders) numbers.delete(id)
  choose(changing, { numbers, outcome: undefined, endReason: undefined })
}

/** Asks before the page is left while orders are being changed. */
function guardPage({ $bulk }: Changing): () => void {
  return askBeforeLeaving(() => $bulk.get().step === 'saving')
}

function announce(title: string, undo: () => void): number {
  return showToast({ title, action: { label: 'Undo', run: undo } })
}
