import { useStore } from '@nanostores/react'
import { type ReactNode, useRef } from 'react'
import type { OrderListStore } from '#admin/orders/list/order-list.store.ts'
import { filterOf } from '#admin/orders/order-filter.ts'
import { Button } from '#kit/form/Button.tsx'
import { countOf } from '#kit/text.ts'
import type { Scope, SelectionStore } from './selection.store.ts'

interface Props {
  list: OrderListStore
  selection: SelectionStore
}

/** How many orders are selected, and the ways to all of the filter and back to the page. */
export function SelectionScope({ list, selection }: Props) {
  const scope = useStore(selection.$scope)
  const selected = useStore(selection.$selected)
  const page = useStore(list.$remote)
  const { rows = [], older, newer } = page.state === 'ready' ? page.value : {}
  const chosen = new Set(selected.map(({ id }) => id))
  const shown = rows.filter(({ id }) => chosen.has(id)).length
  const isWholePage = rows.length > 0 && shown === rows.length
  const isOfFilter = scope.kind === 'filter' || scope.kind === 'collecting'
  const place = useRef<HTMLDivElement>(null)
  /** A way, whose button goes away. */
  const way = (name: ReactNode, press: () => unknown, className = 'px-0! max-md:text-sm') => (
    <Button
      variant="quiet"
      className={className}
      onClick={() => {
        press()
        place.current?.focus()
      }}
    >
      {name}
    </Button>
  )
  return (
    <>
      <div ref={place} tabIndex={-1} className="flex flex-1 flex-wrap items-center gap-x-3">
        <p
          role="status"
          className={
            selected.length === 0 && scope.kind === 'chosen'
              ? 'sr-only'
              : 'font-semibold md:min-h-touch md:content-center'
          }
        >
          {describeScope(scope, selected.length, shown)}
        </p>
        {!isOfFilter &&
          (older ?? newer) &&
          isWholePage &&
          way('Select all of this filter', () =>
            selection.selectFilter(filterOf(list.$query.get())),
          )}
        {isOfFilter && way('Select only this page', selection.selectPage)}
      </div>
      {/* In one place, however much the words beside it say. */}
      {selected.length > 0 &&
        way(
          <span>
            Clear<span className="max-md:sr-only"> selection</span>
          </span>,
          selection.clear,
          'shrink-0 px-0! max-md:text-sm',
        )}
    </>
  )
}

/** `shown`: how many of the selected orders are on this page. */
function describeScope(scope: Scope, selected: number, shown: number): string {
  switch (scope.kind) {
    case 'collecting':
      return `${countOf(scope.collected, 'order')} collected...`
    case 'failed':
      return `${countOf(selected, 'order')} selected. The others could not be loaded.`
    case 'chosen': {
      if (selected === 0) return 'No order selected'
      const elsewhere = selected - shown
      const where = elsewhere > 0 ? `, ${elsewhere} of them on other pages` : ''
      return `${countOf(selected, 'order')} selected${where}`
    }
    case 'filter': {
      const { all } = scope
      const which = selected === all ? `All ${all} orders` : `${selected} of the ${all} orders`
      return `${which} of this filter selected, ${shown} of them on this page`
    }
  }
}
