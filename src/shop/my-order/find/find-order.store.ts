/* The form that finds an order by its number and phone (docs/product.md, rule 7.21). */
import { type QueryUrl, queryState } from '#kit/query-state.ts'
import { parseOrderId } from '#order/parse-order-id.ts'
import { findOrder } from '#order/requests/order.api.ts'
import { paths } from '#paths.ts'
import { createOrderSearch } from './order-search.store.ts'

export type FindOrderStore = ReturnType<typeof createFindOrderStore>

interface FindOrderOptions {
  find?: typeof findOrder
  /** Opens the page of the order that was found. */
  open?: (path: string) => void
  url?: QueryUrl
}

export function createFindOrderStore({
  find = findOrder,
  open = (path) => location.assign(path),
  url,
}: FindOrderOptions = {}) {
  const { $search, search, reset } = createOrderSearch(({ id }) => open(paths.tracking(id)), find)

  /** The number alone: a phone is never in a URL. */
  const { $query, set } = queryState(
    { number: { name: 'number', parse: parseNumber, format: (number) => number } },
    url && { url },
  )

  /** The URL gets the number, so that reload and Back have it. */
  async function searchFor(typedId: string, typedPhone: string): Promise<void> {
    set({ number: parseNumber(typedId) }, 'replace')
    await search(typedId, typedPhone)
  }

  function start(): () => void {
    // Back to the page as it was left: its search has ended.
    const onPageShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) reset()
    }
    addEventListener('pageshow', onPageShow)
    return () => removeEventListener('pageshow', onPageShow)
  }

  const readNumber = () => $query.get().number
  return { $search, readNumber, search: searchFor, start }
}

function parseNumber(text: string | null): string {
  return parseOrderId(text ?? '') ?? ''
}
