/*
 * One change of many orders, with one request per order, each for the version that the admin saw. Orders
 * that failed are named, and the change can be undone (docs/product.md, rules 15.2, 15.13 and 15.14).
 */
import { atom } from 'nanostores'
import { hasSessionFlag } from '#admin/auth/session.ts'
import { bookOrder, fetchOrderInFull } from '#admin/order/orders.api.ts'
import {
  type Booking,
  formatCount,
  type OrderResult,
  type OrderSummary,
} from '#admin/order/orders.ts'
import { codeOf } from '#kit/remote/shop-error.ts'
import { dismissToast, showToast } from '#kit/toast/toast.ts'
import { statusDefinition } from '#order/order.ts'
import { type BulkLine, describeStale, hasChange, isLeft, isSaved, toUndo } from './bulk-line.ts'
import { type BulkChoice, goalOf, type PlannedLine, seenOf } from './bulk-plan.ts'
import { forgetBulk, saveBulk, savedBulk } from './saved-bulk.ts'

export type Bulk =
  | { step: 'choosing' }
  | {
      step: 'saving' | 'done'
      /** Follows "2 of 3 orders": `set to Shipped`. */
      goal: string
      isUndo: boolean
      lines: readonly BulkLine[]
    }

interface BulkOptions {
  save?: (id: string, version: number, change: Booking) => Promise<OrderResult>
  fetchOutcome?: (id: string) => Promise<Booking['outcome'] | undefined>
  /** Called with what a row of the list shows of a changed order. */
  onSaved?: (id: string, change: Partial<OrderSummary>) => void
  announce?: (title: string, undo: () => void) => number
}

const defaults = { save: bookOrder, fetchOutcome, onSaved: () => {}, announce }

const FIRST_CHOICE: BulkChoice = { status: 'shipped', courier: undefined, numbers: new Map() }

export function createBulk(options: BulkOptions = {}) {
  const { save, fetchOutcome, onSaved, announce }: Required<BulkOptions> = {
    ...defaults,
    ...options,
  }
  const $choice = atom<BulkChoice>(FIRST_CHOICE)
  const $bulk = atom<Bulk>(interrupted())
  let isStopping = false
  let toast = 0

  /** What is chosen and typed stays while orders are deselected and selected again. */
  function choose(change: Partial<BulkChoice>): void {
    $choice.set({ ...$choice.get(), ...change })
  }

  async function start(planned: readonly PlannedLine[]): Promise<void> {
    if ($bulk.get().step === 'saving') return
    const lines = planned.map((line) => ({ ...line, outcome: 'pending' as const }))
    await run({ goal: goalOf($choice.get()), isUndo: false, lines })
  }

  /** Sends what is not done: after a reload, a stop, or without a network. */
  function resume(): Promise<void> {
    return again((line) => (isLeft(line) ? { ...line, outcome: 'pending' } : line))
  }

  /** Changes an order although somebody else did: the admin has read what. */
  function overwrite(id: string): Promise<void> {
    return again((line) =>
      line.id === id && line.outcome === 'stale'
        ? { ...line, outcome: 'pending', isUnknown: false }
        : line,
    )
  }

  async function again(change: (line: BulkLine) => BulkLine): Promise<void> {
    const bulk = $bulk.get()
    if (bulk.step === 'done') await run({ ...bulk, lines: bulk.lines.map(change) })
  }

  /** Brings back what was seen of every order that this changed and nobody changed since. */
  async function undo(): Promise<void> {
    const bulk = $bulk.get()
    if (bulk.step !== 'done' || bulk.isUndo) return
    const lines = bulk.lines.filter(isSaved).map(toUndo)
    if (lines.length > 0) await run({ goal: 'as before again', isUndo: true, lines })
  }

  /** Ends after the order that is being saved. */
  function stop(): void {
    isStopping = true
  }

  function close(): void {
    const bulk = $bulk.get()
    if (bulk.step !== 'done') return
    dismissToast(toast)
    // What was undone may be sent again.
    if (!bulk.isUndo) forgetNumbers(bulk.lines.filter(isSaved))
    $bulk.set({ step: 'choosing' })
    forgetBulk()
  }

  function forgetNumbers(orders: readonly { id: string }[]): void {
    const numbers = new Map($choice.get().numbers)
    for (const { id } of orders) numbers.delete(id)
    choose({ numbers })
  }

  async function run(bulk: Omit<Extract<Bulk, { lines: unknown }>, 'step'>): Promise<void> {
    isStopping = false
    dismissToast(toast)
    set({ ...bulk, step: 'saving' })
    for (const { id, outcome } of bulk.lines) {
      if (isStopping) break
      if (outcome !== 'pending') continue
      mark(id, { outcome: 'saving' })
      mark(id, await send(id))
    }
    const sent = $bulk.get()
    if (sent.step !== 'saving') return
    set({ ...sent, step: 'done' })
    const saved = sent.lines.filter(isSaved).length
    if (saved > 0 && !sent.isUndo) {
      toast = announce(`${formatCount(saved)} ${sent.goal}`, () => void undo())
    }
  }

  /** What is known of the line after its request. */
  async function send(id: string): Promise<Partial<BulkLine>> {
    const line = findLine(id)
    if (!line) return {}
    try {
      const seen = await withOutcome(line)
      const result = await save(id, line.version, line.change)
      if (result.ok) return saved({ ...line, seen }, result.order.version)
      if (!result.order) {
        return { outcome: result.code === 'not_found' ? 'missing' : 'refused' }
      }
      const { order } = result
      // The request whose response is missing had arrived.
      if (line.isUnknown && hasChange(order, line.change)) {
        return saved({ ...line, seen }, order.version)
      }
      return {
        outcome: 'stale',
        version: order.version,
        seen: seenOf(order),
        meanwhile: describeStale(line.seen, order),
      }
    } catch (error) {
      const code = codeOf(error)
      if (code === 'forbidden') stop()
      else console.error('Error updating order status', error)
      if (code === 'refused') return { outcome: 'refused' }
      return { outcome: code === 'unforeseen' ? 'unforeseen' : 'unreachable', isUnknown: true }
    }
  }

  /** A cancelled order that is opened again loses why its delivery failed. */
  async function withOutcome({ id, seen, change }: BulkLine): Promise<BulkLine['seen']> {
    if (seen.status !== 'cancelled' || !change.status || seen.outcome) return seen
    const outcome = await fetchOutcome(id)
    return outcome ? { ...seen, outcome } : seen
  }

  function saved({ id, seen, change }: BulkLine, version: number): Partial<BulkLine> {
    const now = { ...seen, ...change }
    onSaved(id, {
      version,
      status: now.status,
      courier: now.courier ?? undefined,
      trackingNumber: now.trackingNumber ?? undefined,
      booked:
        now.courier !== null || now.trackingNumber !== null || !statusDefinition(now.status).isOpen,
    })
    return { outcome: 'saved', version, seen, isUnknown: false }
  }

  function findLine(id: string): BulkLine | undefined {
    const bulk = $bulk.get()
    return bulk.step === 'choosing' ? undefined : bulk.lines.find((line) => line.id === id)
  }

  function mark(id: string, change: Partial<BulkLine>): void {
    const bulk = $bulk.get()
    if (bulk.step === 'choosing') return
    set({
      ...bulk,
      lines: bulk.lines.map((line) => (line.id === id ? { ...line, ...change } : line)),
    })
  }

  function set(bulk: Extract<Bulk, { lines: unknown }>): void {
    $bulk.set(bulk)
    saveBulk(bulk)
  }

  /** Asks before the page is left while orders are being changed. */
  function guardPage(): () => void {
    const ask = (event: BeforeUnloadEvent) => {
      if ($bulk.get().step === 'saving' && hasSessionFlag()) event.preventDefault()
    }
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }

  return { $choice, $bulk, choose, start, resume, overwrite, undo, stop, close, guardPage }
}

export type BulkStore = ReturnType<typeof createBulk>

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
