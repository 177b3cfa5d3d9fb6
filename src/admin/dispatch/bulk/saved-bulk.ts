/*
 * The lines of a bulk change, saved for this tab so that a reload can continue it (docs/product.md, rule
 * 15.2). Customers' names are not saved.
 */
import { hasStrings, isRecord } from '#kit/json.ts'
import { tabStorage } from '#kit/storage/tab-storage.ts'

const STORAGE_KEY = 'zulf:admin-tab-bulk'

interface SavedLine {
  id: string
  fullName: string
  version: number
  outcome: string
}

interface SavedBulk<Line> {
  goal: string
  isUndo: boolean
  lines: readonly Line[]
}

export function saveBulk<Line extends SavedLine>({ goal, isUndo, lines }: SavedBulk<Line>): void {
  const unnamed = lines.map((line) => ({ ...line, fullName: '' }))
  tabStorage.set(STORAGE_KEY, { goal, isUndo, lines: unnamed })
}

/** What `saveBulk` saved, if it is there and has its shape. */
export function savedBulk<Line extends SavedLine>(): SavedBulk<Line> | undefined {
  const saved = tabStorage.get(STORAGE_KEY)
  const isSaved =
    isRecord(saved) &&
    hasStrings(saved, ['goal']) &&
    Array.isArray(saved['lines']) &&
    saved['lines'].every(isLine)
  return isSaved ? (saved as unknown as SavedBulk<Line>) : undefined
}

export function forgetBulk(): void {
  tabStorage.remove(STORAGE_KEY)
}

function isLine(line: unknown): boolean {
  return (
    isRecord(line) &&
    hasStrings(line, ['id', 'fullName', 'outcome']) &&
    typeof line['version'] === 'number' &&
    isRecord(line['seen']) &&
    isRecord(line['change'])
  )
}
