/* Rows that stand on several sheets of a file. */
import type { ReadSheet } from './read-sheet.ts'
import type { RowFacts } from './row-facts.ts'

/** The number of a parcel that two sheets say different things about. Rows that say the same count once. */
export function onTwoSheets(sheets: readonly ReadSheet[]): string | undefined {
  const sheetOf = new Map<string, number>()
  const said = new Set<string>()
  for (const [nth, { rows }] of sheets.entries()) {
    for (const facts of rows) {
      const name = facts.trackingNumber ?? facts.reference ?? ''
      if ((sheetOf.get(name) ?? nth) !== nth && !said.has(saysOf(facts))) return name
      sheetOf.set(name, nth)
      said.add(saysOf(facts))
    }
  }
  return undefined
}

function saysOf({ trackingNumber, reference, texts, amounts, dates }: RowFacts): string {
  const { serial: _, ...others } = texts
  const known = Object.entries({ ...others, ...amounts }).filter(([, value]) => value !== 0)
  return JSON.stringify([trackingNumber, reference, known.sort(), Object.entries(dates).sort()])
}

/** Without the rows that an earlier sheet has as well. */
export function withoutRepeated(sheets: readonly ReadSheet[]): ReadSheet[] {
  const first = new Map<string, { sheet: number; row: number }>()
  return sheets.map((sheet, nth) => {
    const repeated: { row: number; of: number }[] = []
    const rows = sheet.rows.filter((facts) => {
      const earlier = first.get(saysOf(facts))
      if (!earlier) first.set(saysOf(facts), { sheet: nth, row: facts.row })
      if (!earlier || earlier.sheet === nth) return true
      repeated.push({ row: facts.row, of: earlier.row })
      return false
    })
    const gone = new Set(repeated.map(({ row }) => row))
    const parcels = sheet.sorted.parcels.filter(({ row }) => !gone.has(row))
    const sorted = {
      ...sheet.sorted,
      parcels,
      repeated: [...sheet.sorted.repeated, ...repeated],
      // A total of rows that are left out says nothing of the others.
      totals: gone.size > 0 ? [] : sheet.sorted.totals,
    }
    return { ...sheet, rows, sorted }
  })
}
