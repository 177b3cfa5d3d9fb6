/** How many letters must be added, removed, replaced or swapped with their neighbour to make `b` of `a`. */
export function countEdits(a: string, b: string): number {
  let before: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, nth) => nth)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    const at = (edits: number[], j: number) => edits[j] ?? Number.POSITIVE_INFINITY
    for (let j = 1; j <= b.length; j++) {
      const isSwapped = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      row[j] = Math.min(
        at(last, j) + 1,
        at(row, j - 1) + 1,
        at(last, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1),
        isSwapped ? at(before, j - 2) + 1 : Number.POSITIVE_INFINITY,
      )
    }
    before = last
    last = row
  }
  return last[b.length] ?? 0
}
