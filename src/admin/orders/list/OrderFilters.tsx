import { useStore } from '@nanostores/react'
import { Select } from '#admin/kit/Select.tsx'
import { SearchField } from '#admin/lists/SearchField.tsx'
import { ExportBar } from '#admin/orders/export/ExportBar.tsx'
import { STATUS_OPTIONS } from '#admin/orders/orders.ts'
import { Button } from '#kit/form/Button.tsx'
import { inBrackets } from '#kit/text.ts'
import type { OrderStatus } from '#order/status.ts'
import { hasNewOrders, isNarrowed, NO_STAGE } from './order-list.store.ts'
import type { OrdersPageStore } from './orders-page.store.ts'

/** The orders need the place of the labels, which screen readers still say. */
const LABEL = 'sr-only'

export function OrderFilters({ store }: { store: OrdersPageStore }) {
  const { list, additions } = store
  const query = useStore(list.$query)
  const { search, status } = query
  const counts = useStore(list.counts.$remote)
  const count = (value: OrderStatus | 'all') =>
    inBrackets(counts.state === 'ready' && !isNarrowed(query) ? (counts.value[value] ?? 0) : 0)
  return (
    <search>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void list.load()
        }}
        className="grid gap-2 md:gap-3"
      >
        <div className="flex flex-wrap gap-2 md:gap-3">
          <SearchField
            placeholder="Order ID, name, phone, city, tracking number"
            value={search}
            onType={(typed) => list.showTyped({ search: typed })}
            className="min-w-0 flex-1 basis-full md:basis-64 [&_input]:text-ellipsis [&_input]:max-sm:placeholder:text-sm"
            labelClass={LABEL}
          />
          <Select<OrderStatus | 'all'>
            label="Status"
            className="min-w-16 flex-1 md:flex-none"
            labelClass={LABEL}
            selectClass="w-full md:min-w-44"
            value={status ?? 'all'}
            options={[
              { value: 'all', label: `All${count('all')}` },
              ...STATUS_OPTIONS.map(({ value, label }) => ({
                value,
                label: label + count(value),
              })),
            ]}
            onChange={(value) =>
              void list.show({ ...NO_STAGE, status: value === 'all' ? undefined : value })
            }
          />
          <Refresh store={store} />
        </div>
        {additions ? (
          additions.filters
        ) : (
          <div className="flex">
            <ExportBar exporting={store.exporting} filter={query} />
          </div>
        )}
      </form>
    </search>
  )
}

/** New orders take its place: the list does not move when they come in. */
function Refresh({ store }: { store: OrdersPageStore }) {
  const newCount = useStore(store.newOrders.$count)
  const query = useStore(store.list.$query)
  const hasNew = newCount > 0 && hasNewOrders(query)
  const press = hasNew ? store.showNews : store.refresh
  return (
    <Button onClick={() => void press()} className="min-w-32 px-3!">
      {hasNew ? `Show ${newCount} new` : 'Refresh'}
    </Button>
  )
}
