/* Rows that keep their places while their list is on screen: a second tap never lands on the row below. */

/** A row that was on screen. `isGone` where the list that was loaded last has it no more. */
export type Kept<Row> = Row & { isGone?: boolean }

/** What is on screen, as it was loaded again: rows that left stay where they stood, and new ones come last. */
export function keepPlaces<Row>(
  shown: readonly Kept<Row>[],
  loaded: readonly Row[],
  keyOf: (row: Row) => string,
): Kept<Row>[] {
  const fresh = new Map(loaded.map((row) => [keyOf(row), row]))
  const known = new Set(shown.map(keyOf))
  const stay = shown.map((row) => {
    const now = fresh.get(keyOf(row))
    return { ...(now ?? row), isGone: !now }
  })
  const come = loaded.filter((row) => !known.has(keyOf(row)))
  return [...stay, ...come.map((row) => ({ ...row, isGone: false }))]
}
