/* The search and the page of the list live in the address: shared, reloaded, gone back to. */
import { type CustomerQuery, fromSearchParams, toSearchParams } from './customer-list.ts'
import type { CustomersStore } from './customers.store.ts'

export function queryOfAddress(): CustomerQuery {
  return fromSearchParams(new URLSearchParams(location.search))
}

/** Keeps address and list equal until the returned function is called. */
export function followAddress({
  $query,
  show,
}: Pick<CustomersStore, '$query' | 'show'>): () => void {
  const stopWriting = $query.listen(writeAddress)
  const read = () => void show(queryOfAddress())
  addEventListener('popstate', read)
  return () => {
    stopWriting()
    removeEventListener('popstate', read)
  }
}

/** A turned page is a step that Back undoes; what is typed is not, or Back would go letter by letter. */
function writeAddress(query: CustomerQuery, before?: CustomerQuery): void {
  const search = toSearchParams(query).toString()
  // The list follows the address: writing it down again would be a step that nobody took.
  if (search === toSearchParams(queryOfAddress()).toString()) return
  const url = new URL(location.href)
  url.search = search
  try {
    if (query.search === before?.search) history.pushState(null, '', url)
    else history.replaceState(null, '', url)
  } catch {
    // Safari refuses more than a hundred changes in half a minute; the next one will be written.
  }
}
