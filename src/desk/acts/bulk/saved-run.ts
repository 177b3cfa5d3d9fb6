/*
 * A bulk change, saved for this tab so that a reload of the page where it was made can continue it (docs/product.md,
 * rule 15.2). Customers' names are not saved.
 */

import type { DispatchRow } from '#desk/acts/row.ts'
import { hasStrings, isRecord } from '#kit/json.ts'
import { tabStorage } from '#kit/storage/tab-storage.ts'

const STORAGE_KEY = 'zulf:admin-tab-bulk'

/** A change of many orders, under way or done. */
export interface BulkRun {
  step: 'saving' | 'done'
  /** Where it was made: `Batch 3`, or '' for the list of orders. */
  place: string
  /** Follows "2 of 3 orders": `set to Shipped`. */
  goal: string
  isUndo: boolean
  rows: readonly DispatchRow[]
}

export function saveRun(run: BulkRun): void {
  tabStorage.set(keyOf(run.place), {
    ...run,
    rows: run.rows.map((row) => ({ ...row, fullName: '' })),
  })
}

/** What a reload interrupted. An order whose request was on its way may be changed or not. */
export function interruptedRun(place: string): BulkRun | undefined {
  const saved = tabStorage.get(keyOf(place))
  if (!isRun(saved)) return undefined
  const planned = { result: { state: 'planned' as const }, isUncertain: true }
  const rows = saved.rows.map((row) =>
    row.result.state === 'sending' ? { ...row, ...planned } : row,
  )
  return { ...saved, place, step: 'done', rows }
}

export function forgetRun(place: string): void {
  tabStorage.remove(keyOf(place))
}

function keyOf(place: string): string {
  return STORAGE_KEY + place
}

function isRun(saved: unknown): saved is BulkRun {
  if (!isRecord(saved) || !Array.isArray(saved['rows'])) return false
  return hasStrings(saved, ['goal']) && saved['rows'].every(isRow)
}

function isRow(row: unknown): boolean {
  const isWhole = isRecord(row) && hasStrings(row, ['id']) && typeof row['version'] === 'number'
  return isWhole && ['seen', 'change', 'result'].every((part) => isRecord(row[part]))
}
