import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/Field.tsx'
import { IslandBoundary } from '#ui/IslandBoundary.tsx'
import { $filter, chooseFilter, clearFilter, refineFilter } from './filter.store.ts'
import { FLAGS, MAX_SEARCH_LENGTH } from './filter.ts'
import { PriceFilter } from './PriceFilter.tsx'
import { CATEGORIES, type Category } from './product.ts'

const LEGEND = 'mb-2 font-medium'

/** Search on top at every width; on small screens the rest waits behind a button. */
export function FilterSidebar() {
  return (
    <IslandBoundary>
      <Sidebar />
    </IslandBoundary>
  )
}

function Sidebar() {
  const filter = useStore($filter, { ssr: 'initial' })
  const [isOpen, setOpen] = useState(false)

  return (
    <search aria-label="Products" className="flex flex-col gap-4 md:gap-6">
      <Field
        label="Search"
        name="q"
        type="search"
        autoComplete="off"
        enterKeyHint="search"
        maxLength={MAX_SEARCH_LENGTH}
        value={filter.searchQuery}
        onChange={(event) => refineFilter({ searchQuery: event.target.value })}
      />
      <Button
        variant="secondary"
        className="md:hidden"
        aria-expanded={isOpen}
        aria-controls="filters"
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? 'Hide Filters' : 'Show Filters'}
      </Button>
      <div id="filters" className={`flex-col gap-6 md:flex ${isOpen ? 'flex' : 'hidden'}`}>
        <CategoryFilter chosen={filter.category} />
        <PriceFilter range={filter.priceRange} />
        <fieldset>
          <legend className={LEGEND}>Features</legend>
          {FLAGS.map(({ key, label }) => (
            <label key={key} className="flex min-h-touch items-center gap-3">
              <input
                type="checkbox"
                autoComplete="off"
                checked={filter[key]}
                onChange={(event) => chooseFilter({ [key]: event.target.checked })}
                className="size-5 accent-forest"
              />
              {label}
            </label>
          ))}
        </fieldset>
        <Button variant="quiet" className="-ml-5 self-start" onClick={clearFilter}>
          Clear All Filters
        </Button>
      </div>
    </search>
  )
}

/** Pressing the chosen category again lets go of it. */
function CategoryFilter({ chosen }: { chosen: Category | undefined }) {
  return (
    <fieldset>
      <legend className={LEGEND}>Category</legend>
      {CATEGORIES.map((category) => (
        <button
          key={category}
          type="button"
          aria-pressed={category === chosen}
          onClick={() => chooseFilter({ category: category === chosen ? undefined : category })}
          className="min-h-touch rounded-full border border-edge px-4 hover:bg-sand aria-pressed:border-forest aria-pressed:bg-forest aria-pressed:text-on-forest"
        >
          {category}
        </button>
      ))}
    </fieldset>
  )
}
