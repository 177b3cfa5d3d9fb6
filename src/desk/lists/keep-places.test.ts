import { expect, test } from 'vitest'
import { type Kept, keepPlaces } from './keep-places.ts'

interface Row {
  id: string
  city: string
}

/** A row as `id city`, in brackets where it is gone. */
function keep(shown: readonly Kept<Row>[], ...loaded: string[]) {
  const rows = loaded.map((text) => ({ id: text.slice(0, 1), city: text.slice(2) }))
  return keepPlaces(shown, rows, ({ id }) => id)
}
const texts = (rows: readonly Kept<Row>[]) =>
  rows.map(({ id, city, isGone }) => (isGone ? `(${id} ${city})` : `${id} ${city}`))

test('rule 21.71: rows that left their list stay where they stood, and new ones come last', () => {
  const first = keep([], 'a Lahore', 'b Multan', 'c Quetta')
  expect(texts(first)).toEqual(['a Lahore', 'b Multan', 'c Quetta'])
  const again = keep(first, 'd Swat', 'c Quetta', 'a Karachi')
  expect(texts(again)).toEqual(['a Karachi', '(b Multan)', 'c Quetta', 'd Swat'])
  // What was undone is there again.
  const undone = keep(again, 'b Multan', 'a Karachi')
  expect(texts(undone)).toEqual(['a Karachi', 'b Multan', '(c Quetta)', '(d Swat)'])
})
