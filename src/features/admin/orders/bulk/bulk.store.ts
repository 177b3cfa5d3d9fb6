/*
 * One status for many orders, with one request per order. Failed orders are named, and Retry sends only
 * those (docs/product.md, rule 15.2).
 */
import { atom } from 'nanostores'
import type { OrderStatus } from '#features/orders/order.ts'
import { hasCode } from '#shared/shop-error.ts'
import { cleanText } from '#shared/text.ts'
import { saveOrder } from '../orders.api.ts'
import type { OrderChange } from '../orders.ts'

export type Bulk =
  | { step: 'choosing' }
  | { step: 'saving' | 'done'; status: OrderStatus; lines: BulkLine[] }

export interface BulkLine {
  id: string
  fullName: string
  /** '' leaves the order's tracking number as it is. */
  trackingNumber: string
  outcome: 'pending' | 'saving' | 'saved' | BulkProblem
}

/** `refused`: the backend changed nothing. `unreachable`: whether it did is unknown. */
export type BulkProblem = 'refused' | 'unreachable'

interface BulkOptions {
  /** Returns undefined where the change matched no order. */
  save?: (id: string, change: OrderChange) => Promise<unknown>
  onSaved?: (id: string, change: OrderChange) => void
}

export function createBulk({ save = saveOrder, onSaved = () => {} }: BulkOptions = {}) {
  const $bulk = atom<Bulk>({ step: 'choosing' })

  async function start(
    orders: readonly { id: string; fullName: string }[],
    status: OrderStatus,
    trackingNumbers: ReadonlyMap<string, string>,
  ): Promise<void> {
    if ($bulk.get().step === 'saving') return
    const lines = orders.map(({ id, fullName }) => {
      const trackingNumber = cleanText(trackingNumbers.get(id) ?? '')
      return { id, fullName, trackingNumber, outcome: 'pending' as const }
    })
    await run(status, lines)
  }

  /** Sends only what failed. */
  async function retry(): Promise<void> {
    const bulk = $bulk.get()
    if (bulk.step !== 'done') return
    const lines = bulk.lines.map((line) =>
      hasFailed(line) ? { ...line, outcome: 'pending' as const } : line,
    )
    await run(bulk.status, lines)
  }

  function close(): void {
    if ($bulk.get().step === 'done') $bulk.set({ step: 'choosing' })
  }

  async function run(status: OrderStatus, lines: BulkLine[]): Promise<void> {
    $bulk.set({ step: 'saving', status, lines })
    for (const line of lines.filter(({ outcome }) => outcome === 'pending')) {
      mark(line.id, 'saving')
      mark(line.id, await send(line, status))
    }
    const bulk = $bulk.get()
    if (bulk.step === 'saving') $bulk.set({ ...bulk, step: 'done' })
  }

  async function send({ id, trackingNumber }: BulkLine, status: OrderStatus) {
    const change = { status, ...(trackingNumber && { trackingNumber }) }
    try {
      if (!(await save(id, change))) return 'refused'
      onSaved(id, change)
      return 'saved'
    } catch (error) {
      console.error('Error updating order status', error)
      return hasCode(error, 'refused') ? 'refused' : 'unreachable'
    }
  }

  function mark(id: string, outcome: BulkLine['outcome']): void {
    const bulk = $bulk.get()
    if (bulk.step === 'choosing') return
    const lines = bulk.lines.map((line) => (line.id === id ? { ...line, outcome } : line))
    $bulk.set({ ...bulk, lines })
  }

  return { $bulk, start, retry, close }
}

export type BulkStore = ReturnType<typeof createBulk>

export function hasFailed({ outcome }: BulkLine): boolean {
  return outcome === 'refused' || outcome === 'unreachable'
}
