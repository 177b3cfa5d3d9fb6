import { useEffect, useRef } from 'react'
import { staticIsland, useHydrated } from '#kit/island/island.tsx'
import { EmptyState } from '#kit/list/EmptyState.tsx'
import { CurrencyNote } from '#product/CurrencyNote.tsx'
import { isPaused } from '#product/pauses.ts'
import { askPauses } from '#shop/pauses/pauses.store.ts'
import { usePauses } from '#shop/pauses/usePauses.ts'
import { ClearFilters } from './ClearFilters.tsx'
import type { Card } from './card.ts'
import { useFilter } from './filter.store.ts'
import { describeFilter, type FilterFacts, matches } from './filter.ts'
import { ProductCard } from './ProductCard.tsx'
import { countSentence } from './words.ts'

interface ListedProduct {
  card: Card
  facts: FilterFacts
}

interface ProductListProps {
  products: readonly ListedProduct[]
  /** Instead of the description of the URL's filter: where the page itself is one. */
  described?: string
}

/** What the filter finds: its description, how many, and their cards. Prerendered with the whole catalogue. */
export const ProductList = staticIsland(({ products, described }: ProductListProps) => {
  const filter = useFilter()
  const pauses = usePauses()
  const found = products.filter(({ facts }) => matches(facts, filter))
  const description = described ?? describeFilter(filter)
  const count = useRef<HTMLParagraphElement>(null)
  useShown(description)
  useEffect(askPauses, [])

  return (
    <>
      <p suppressHydrationWarning className="max-w-prose text-muted">
        {description}
      </p>
      <div className="mt-1 flex flex-wrap items-baseline justify-between gap-x-6">
        <p ref={count} tabIndex={-1} suppressHydrationWarning role="status" className="font-medium">
          {countSentence(found.length)}
        </p>
        {found.length > 0 && <CurrencyNote />}
      </div>
      {found.length > 0 ? (
        <ul
          className="product-grid mt-4 sm:grid-cols-3 md:mt-6"
          data-odd={found.length % 2 === 1 || undefined}
        >
          {found.map(({ card }, index) => (
            <li key={card.id}>
              <ProductCard
                card={card}
                heading="h2"
                // On a phone the second is as large as any, and was fetched after the scripts.
                isOnFirstScreen={index < 3}
                isPaused={isPaused(pauses, card)}
              />
            </li>
          ))}
        </ul>
      ) : (
        <EmptyState title="No products found" hint="Try adjusting your filters or search query">
          <ClearFilters variant="secondary" onCleared={() => count.current?.focus()}>
            Clear Filters
          </ClearFilters>
        </EmptyState>
      )}
    </>
  )
})

/** Brings what stands outside the island up to date. */
function useShown(description: string): void {
  const isHydrated = useHydrated()
  useEffect(() => {
    document.querySelector('meta[name="description"]')?.setAttribute('content', description)
  }, [description])
  // The list of a URL with a filter is hidden until then (FilteredUrl.astro).
  useEffect(() => {
    if (isHydrated) document.documentElement.removeAttribute('data-filtered-url')
  }, [isHydrated])
}
