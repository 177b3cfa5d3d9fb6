/** What is too much for one request, in parts of at most this size. */
export function* partsOf<Item>(items: readonly Item[], size: number): Generator<Item[]> {
  for (let first = 0; first < items.length; first += size) yield items.slice(first, first + size)
}
