import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { Checkbox } from '#kit/form/Checkbox.tsx'
import { Field } from '#kit/form/Field.tsx'
import { staticIsland } from '#kit/island/island.tsx'
import { paths } from '#paths.ts'
import { CATEGORIES } from '#product/category.ts'
import { ClearFilters } from './ClearFilters.tsx'
import { Fieldset } from './Fieldset.tsx'
import { changeFilter, takeTyped, useFilter } from './filter.store.ts'
import { type Filter, type FilterFacts, FLAGS, MAX_QUERY_LENGTH, matches } from './filter.ts'
import { PriceFilter } from './PriceFilter.tsx'

interface FilterSidebarProps {
  products: readonly FilterFacts[]
}

/** On small screens, while the button of products.astro says "Show Filters". */
const HIDDEN = 'w-full order-2 max-md:in-[[aria-controls=filters][aria-expanded=false]~*]:hidden'

/**
 * The filter's form. Search stands on top at every width; on small screens the rest is behind the button of
 * products.astro. Before hydration it is a plain form, which leads to the URL of its filter.
 */
export const FilterSidebar = staticIsland(({ products }: FilterSidebarProps) => {
  const filter = useFilter()
  const form = useRef<HTMLFormElement>(null)
  // Before the first render with the filter of the URL, which would replace what is typed.
  useLayoutEffect(() => {
    if (form.current) takeTyped(form.current)
  }, [])

  const countWith = (part: Partial<Filter>) =>
    products.filter((product) => matches(product, { ...filter, ...part })).length

  return (
    <>
      <form
        ref={form}
        action={paths.products}
        noValidate
        onSubmit={(event) => event.preventDefault()}
        className="contents"
      >
        <Field
          className="min-w-32 flex-1 md:flex-none"
          label="Search"
          name="q"
          type="search"
          placeholder="Search products"
          labelClass="sr-only"
          autoComplete="off"
          enterKeyHint="search"
          maxLength={MAX_QUERY_LENGTH}
          value={filter.searchQuery}
          onChange={({ target }) => changeFilter({ searchQuery: target.value }, 'replace')}
        />
        {/* For Enter alone, which presses the first submit button of its form. */}
        <button suppressHydrationWarning type="submit" tabIndex={-1} className="sr-only">
          Search
        </button>
        <div id="filters" className={`flex flex-col gap-5 ${HIDDEN}`}>
          <Fieldset legend="Category">
            {CATEGORIES.map((category) => (
              <Counted key={category} id={countId(category)} count={countWith({ category })}>
                <button
                  suppressHydrationWarning
                  type="submit"
                  name="category"
                  value={category}
                  aria-pressed={filter.category === category}
                  aria-describedby={countId(category)}
                  onClick={() =>
                    // Pressing the chosen one again clears it.
                    changeFilter({ category: filter.category === category ? undefined : category })
                  }
                  className="min-h-touch rounded-full border border-edge px-4 hover:bg-sand aria-pressed:border-forest aria-pressed:bg-forest aria-pressed:text-on-forest"
                >
                  {category}
                </button>
              </Counted>
            ))}
          </Fieldset>
          <PriceFilter range={filter.priceRange} />
          <Fieldset legend="Features">
            {FLAGS.map(({ name, label }) => (
              <Counted key={name} id={countId(name)} count={countWith({ [name]: true })}>
                <Checkbox
                  name={name}
                  value="true"
                  autoComplete="off"
                  aria-describedby={countId(name)}
                  checked={filter[name]}
                  onChange={({ target }) => changeFilter({ [name]: target.checked })}
                >
                  <span suppressHydrationWarning>{label}</span>
                </Checkbox>
              </Counted>
            ))}
          </Fieldset>
        </div>
      </form>
      <div className={HIDDEN}>
        <ClearFilters variant="quiet" className="-ms-5">
          Clear All Filters
        </ClearFilters>
      </div>
    </>
  )
})

/** Ids have no spaces. */
const countId = (name: string) => `found-${name.replaceAll(' ', '-')}`

interface CountedProps {
  id: string
  /** How many products the filter would find with this part of it. */
  count: number
  /** The control, which the count describes. */
  children: ReactNode
}

function Counted({ id, count, children }: CountedProps) {
  return (
    <div className="flex items-center gap-2">
      {children}
      <span id={id} translate="no" className="text-muted tabular-nums">
        {`(${count})`}
      </span>
    </div>
  )
}
