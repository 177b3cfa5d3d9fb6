/*
 * One change of many orders, with one request per order, each for the version that the admin saw. Orders
 * that failed are named, and the change can be undone (docs/product.md, rules 15.2, 15.13 and 15.14).
 */
import { atom, type WritableAtom } from 'nanostores'
import { hasSessionFlag } from '#admin/auth/session.ts'
import { bookOrder, fetchOrderInFull } from '#admin/order/orders.api.ts'
import { type Booking, formatCount, type OrderSummary } from '#admin/order/orders.ts'
import { dismissToast, showToast } from '#kit/toast/toast.ts'
import { statusDefinition } from '#order/status.ts'
import { type BulkLine, isLeft, isSaved, toUndo } from './bulk-line.ts'
import { type BulkChoice, goalOf, type PlannedLine } from './bulk-plan.ts'
import { forgetBulk, saveBulk, savedBulk } from './saved-bulk.ts'
import { type LineRequests, sendLine } from './send-line.ts'

interface SentBulk {
  step: 'saving' | 'done'
  /** Follows "2 of 3 orders": `set to Shipped`. */
  goal: string
  isUndo: boolean
  lines: readonly BulkLine[]
}

export type Bulk = { step: 'choosing' } | SentBulk

interface BulkServices extends LineRequests {
  /** Called with what a row of the list shows of a changed order. */
  onSaved: (id: string, change: Partial<OrderSummary>) => void
  announce: (title: string, undo: () => void) => number
}

const defaults: BulkServices = { save: bookOrder, fetchOutcome, onSaved: () => {}, announce }

const FIRST_CHOICE: BulkChoice = { status: 'shipped', courier: undefined, numbers: new Map() }

/** What the steps of a bulk change work on. */
interface Run {
  $choice: WritableAtom<BulkChoice>
  $bulk: WritableAtom<Bulk>
  services: BulkServices
  isStopping: boolean
  /** The id of the toast that offers Undo. */
  toast: number
}

export function createBulk(options: Partial<BulkServices> = {}) {
  const run: Run = {
    $choice: atom(FIRST_CHOICE),
    $bulk: atom(interrupted()),
    services: { ...defaults, ...options },
    isStopping: false,
    toast: 0,
  }
  return {
    $choice: run.$choice,
    $bulk: run.$bulk,
    choose: (change: Partial<BulkChoice>) => choose(run, change),
    start: (planned: readonly PlannedLine[]) => start(run, planned),
    /** Sends what is not done: after a reload, a stop, or without a network. */
    resume: () => sendAgain(run, isLeft),
    /** Changes an order although somebody else did: the admin has read what. */
    overwrite: (id: string) => sendAgain(run, (line) => line.id === id && line.outcome === 'stale'),
    undo: () => undo(run),
    /** Ends after the order that is being saved. */
    stop: () => {
      run.isStopping = true
    },
    close: () => close(run),
    guardPage: () => guardPage(run),
  }
}

export type BulkStore = ReturnType<typeof createBulk>

/** What is chosen and typed stays while orders are deselected and selected again. */
function choose({ $choice }: Run, change: Partial<BulkChoice>): void {
  $choice.set({ ...$choice.get(), ...change })
}

async function start(run: Run, planned: readonly PlannedLine[]): Promise<void> {
  if (run.$bulk.get().step === 'saving') return
  const lines = planned.map((line) => ({ ...line, outcome: 'pending' as const }))
  await sendAll(run, { goal: goalOf(run.$choice.get()), isUndo: false, lines })
}

async function sendAgain(run: Run, isWanted: (line: BulkLine) => boolean): Promise<void> {
  const bulk = run.$bulk.get()
  if (bulk.step !== 'done') return
  const lines = bulk.lines.map((line): BulkLine => {
    if (!isWanted(line)) return line
    const isUnknown = line.outcome !== 'stale' && line.isUnknown
    return { ...line, outcome: 'pending', isUnknown: isUnknown ?? false }
  })
  await sendAll(run, { ...bulk, lines })
}

/** Brings back what was seen of every order that this changed and nobody changed since. */
async function undo(run: Run): Promise<void> {
  const bulk = run.$bulk.get()
  if (bulk.step !== 'done' || bulk.isUndo) return
  const lines = bulk.lines.filter(isSaved).map(toUndo)
  if (lines.length > 0) await sendAll(run, { goal: 'as before again', isUndo: true, lines })
}

async function sendAll(run: Run, bulk: Omit<SentBulk, 'step'>): Promise<void> {
  run.isStopping = false
  dismissToast(run.toast)
  show(run, { ...bulk, step: 'saving' })
  for (const { id, outcome } of bulk.lines) {
    if (run.isStopping) break
    if (outcome === 'pending') await sendOne(run, id)
  }
  const sent = run.$bulk.get()
  if (sent.step !== 'saving') return
  show(run, { ...sent, step: 'done' })
  const saved = sent.lines.filter(isSaved).length
  if (saved > 0 && !sent.isUndo)
    run.toast = run.services.announce(`${formatCount(saved)} ${sent.goal}`, () => void undo(run))
}

async function sendOne(run: Run, id: string): Promise<void> {
  replaceLine(run, id, (line) => ({ ...line, outcome: 'saving' }))
  const bulk = run.$bulk.get()
  const line = bulk.step === 'choosing' ? undefined : bulk.lines.find((one) => one.id === id)
  if (!line) return
  try {
    const sent = await sendLine(line, run.services)
    replaceLine(run, id, () => sent)
    if (isSaved(sent)) run.services.onSaved(id, rowOf(sent))
  } catch {
    // The session is over, and the page is on its way to the login.
    run.isStopping = true
    replaceLine(run, id, () => ({ ...line, outcome: 'unreachable', isUnknown: true }))
  }
}

/** What the list shows of a changed order. */
function rowOf({ seen, change, version }: BulkLine): Partial<OrderSummary> {
  const { status, courier, trackingNumber } = { ...seen, ...change }
  const booked = courier !== null || trackingNumber !== null || !statusDefinition(status).isOpen
  return {
    version,
    status,
    courier: courier ?? undefined,
    trackingNumber: trackingNumber ?? undefined,
    booked,
  }
}

function replaceLine(run: Run, id: string, change: (line: BulkLine) => BulkLine): void {
  const bulk = run.$bulk.get()
  if (bulk.step === 'choosing') return
  show(run, { ...bulk, lines: bulk.lines.map((line) => (line.id === id ? change(line) : line)) })
}

function show({ $bulk }: Run, bulk: SentBulk): void {
  $bulk.set(bulk)
  saveBulk(bulk)
}

function close(run: Run): void {
  const bulk = run.$bulk.get()
  if (bulk.step !== 'done') return
  dismissToast(run.toast)
  // What was undone may be sent again.
  if (!bulk.isUndo) forgetNumbers(run, bulk.lines.filter(isSaved))
  run.$bulk.set({ step: 'choosing' })
  forgetBulk()
}

function forgetNumbers(run: Run, orders: readonly { id: string }[]): void {
  const numbers = new Map(run.$choice.get().numbers)
  for (const { id } of orders) numbers.delete(id)
  choose(run, { numbers })
}

/** Asks before the page is left while orders are being changed. */
function guardPage({ $bulk }: Run): () => void {
  const ask = (event: BeforeUnloadEvent) => {
    if ($bulk.get().step === 'saving' && hasSessionFlag()) event.preventDefault()
  }
  addEventListener('beforeunload', ask)
  return () => removeEventListener('beforeunload', ask)
}

/** What a reload interrupted. An order whose request was on its way may be changed or not. */
function interrupted(): Bulk {
  const bulk = savedBulk<BulkLine>()
  if (!bulk) return { step: 'choosing' }
  const lines = bulk.lines.map((line) =>
    line.outcome === 'saving' ? { ...line, outcome: 'pending' as const, isUnknown: true } : line,
  )
  return { ...bulk, step: 'done', lines }
}

async function fetchOutcome(id: string): Promise<Booking['outcome'] | undefined> {
  return (await fetchOrderInFull(id))?.outcome
}

function announce(title: string, undo: () => void): number {
  return showToast({ title, action: { label: 'Undo', run: undo } })
}
