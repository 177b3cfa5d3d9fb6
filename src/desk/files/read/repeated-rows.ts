/* Rows that stand on several sheets of a file. */
import type { ReadSheet } from './read-sheet.ts'
import type { RowFacts } from './row-facts.ts'

/**
 * The sheets without the rows that an earlier one has as well, and the number of a parcel of which two say different
 * things.
 */
export function withoutRepeated(sheets: readonly ReadSheet[]) {
  const first = new Map<string, { nth: number; row: number }>()
  const sheetOf = new Map<string, number>()
  let twice: string | undefined
  const kept = sheets.map((sheet, nth): ReadSheet => {
    const repeated = new Map<number, number>()
    for (const facts of sheet.rows) {
      const name = facts.trackingNumber ?? facts.reference ?? ''
      const earlier = first.get(saysOf(facts)) ?? { nth, row: facts.row }
      if (earlier.nth !== nth) repeated.set(facts.row, earlier.row)
      else if ((sheetOf.get(name) ?? nth) !== nth) twice ??= name
      first.set(saysOf(facts), earlier)
      sheetOf.set(name, nth)
    }
    const { parcels, totals, repeated: before } = sheet.sorted
    const isKept = ({ row }: { row: number }) => !repeated.has(row)
    const sorted = {
      parcels: parcels.filter(isKept),
      repeated: [...before, ...[...repeated].map(([row, of]) => ({ row, of }))],
      // A total of rows that are left out says nothing of the others.
      totals: repeated.size > 0 ? [] : totals,
    }
    return { ...sheet, rows: sheet.rows.filter(isKept), sorted }
  })
  return { sheets: kept, twice }
}

function saysOf({ trackingNumber, reference, texts, amounts, dates }: RowFacts): string {
  const { serial: _, ...others } = texts
  const known = Object.entries({ ...others, ...amounts }).filter(([, value]) => value !== 0)
  return JSON.stringify([trackingNumber, reference, known.sort(), Object.entries(dates).sort()])
}
