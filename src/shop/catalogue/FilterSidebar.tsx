import { useStore } from '@nanostores/react'
import { useLayoutEffect, useRef } from 'react'
import { Button } from '#kit/form/Button.tsx'
import { Checkbox } from '#kit/form/Checkbox.tsx'
import { Field } from '#kit/form/Field.tsx'
import { staticIsland } from '#kit/scripts/island.tsx'
import { paths } from '#paths.ts'
import { CATEGORIES, type Category } from '#product/product.ts'
import { $filter, chooseFilter, readFilterForm, refineFilter } from './filter.store.ts'
import { FLAGS, FORM_ID, MAX_QUERY_LENGTH } from './filter.ts'
import { PriceFilter } from './PriceFilter.tsx'
import { FLAG_LABELS } from './words.ts'

const LEGEND = 'mb-2 font-medium'

/**
 * Search on top at every width; on small screens the rest is behind a button beside it. Without React it is a
 * plain form that leads to the URL of its filter. Its reset and its disclosure are product-list.ts's.
 */
export const FilterSidebar = staticIsland(Sidebar)

function Sidebar() {
  const filter = useStore($filter, { ssr: 'initial' })
  const form = useRef<HTMLFormElement>(null)

  // What was typed and ticked before React hydrated the form.
  useLayoutEffect(() => {
    if (form.current) readFilterForm(form.current)
  }, [])

  return (
    <search aria-label="Products">
      <form
        ref={form}
        id={FORM_ID}
        action={paths.products}
        noValidate
        onSubmit={(event) => event.preventDefault()}
        className="flex flex-wrap items-end gap-3 md:flex-col md:flex-nowrap md:items-stretch md:gap-6"
      >
        <Field
          className="min-w-32 flex-1 md:flex-none"
          label="Search"
          name="q"
          type="search"
          autoComplete="off"
          enterKeyHint="search"
          maxLength={MAX_QUERY_LENGTH}
          value={filter.searchQuery}
          onChange={(event) => refineFilter({ searchQuery: event.target.value })}
        />
        {/* For Enter alone, which presses the first submit button of its form. */}
        <button type="submit" tabIndex={-1} className="sr-only">
          Search
        </button>
        <Button
          variant="secondary"
          className="group md:hidden"
          aria-expanded={false}
          aria-controls="filters"
        >
          <span className="group-aria-expanded:hidden">Show Filters</span>
          <span className="hidden group-aria-expanded:inline">Hide Filters</span>
        </Button>
        <div
          id="filters"
          className="hidden w-full flex-col gap-6 [[aria-expanded=true]+&]:flex md:flex"
        >
          <CategoryFilter chosen={filter.category} />
          <PriceFilter range={filter.priceRange} />
          <fieldset>
            <legend className={LEGEND}>Features</legend>
            {FLAGS.map((flag) => (
              <Checkbox
                key={flag}
                name={flag}
                value="true"
                autoComplete="off"
                checked={filter[flag]}
                onChange={(event) => chooseFilter({ [flag]: event.target.checked })}
              >
                {FLAG_LABELS[flag]}
              </Checkbox>
            ))}
          </fieldset>
          <Button variant="quiet" type="reset" className="-ms-5 self-start">
            Clear All Filters
          </Button>
        </div>
      </form>
    </search>
  )
}

/** Pressing the chosen category again clears it. */
function CategoryFilter({ chosen }: { chosen: Category | undefined }) {
  return (
    <fieldset>
      <legend className={LEGEND}>Category</legend>
      {CATEGORIES.map((category) => (
        <button
          key={category}
          type="submit"
          name="category"
          value={category}
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
