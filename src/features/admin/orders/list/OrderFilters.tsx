import { useStore } from '@nanostores/react'
import { ORDER_STATUSES, statusName } from '#features/orders/order.ts'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/Field.tsx'
import { MAX_SEARCH_LENGTH } from '../../lists/list.ts'
import type { OrderCounts } from '../orders.ts'
import { StatusSelect } from '../StatusSelect.tsx'
import type { OrderListStore } from './order-list.store.ts'

/** On a phone the orders need the place of the labels, which screen readers still say. */
const ON_WIDE_SCREENS = 'max-md:sr-only'

export function OrderFilters({ list }: { list: OrderListStore }) {
  const { search, status } = useStore(list.$query)
  const counts = useStore(list.counts.$remote)
  const count = (value: keyof OrderCounts) =>
    counts.state === 'ready' ? ` (${counts.value[value]})` : ''
  return (
    <search>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void list.load()
        }}
        className="flex flex-wrap items-end gap-3 md:gap-4"
      >
        <Field
          label="Search"
          name="search"
          type="search"
          placeholder="Order ID, name, phone, city, tracking number"
          autoComplete="off"
          maxLength={MAX_SEARCH_LENGTH}
          value={search}
          onChange={(event) => list.showTyped({ search: event.currentTarget.value })}
          className="min-w-0 flex-1 basis-full md:basis-64 [&_input]:text-ellipsis [&_input]:max-sm:placeholder:text-sm"
          labelClass={ON_WIDE_SCREENS}
        />
        <StatusSelect
          label="Status"
          className="flex-1 md:flex-none"
          labelClass={ON_WIDE_SCREENS}
          value={status ?? 'all'}
          options={[
            { value: 'all', label: `All${count('all')}` },
            ...ORDER_STATUSES.map((value) => ({
              value,
              label: statusName(value) + count(value),
            })),
          ]}
          onChange={(value) => void list.show({ status: value === 'all' ? undefined : value })}
        />
        <Button variant="secondary" onClick={() => void list.load()}>
          Refresh
        </Button>
      </form>
    </search>
  )
}
