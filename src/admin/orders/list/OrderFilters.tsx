import { useStore } from '@nanostores/react'
import { useRef } from 'react'
import { MAX_SEARCH_LENGTH } from '#admin/lists/list.ts'
import { MARKS, STORED_MARKS, type StoredMark } from '#admin/order/marks.ts'
import { formatUpTo1000, type OrderCounts, STATUS_OPTIONS } from '#admin/order/orders.ts'
import { Button } from '#kit/form/Button.tsx'
import { Field } from '#kit/form/Field.tsx'
import { Select } from '#kit/form/Select.tsx'
import type { OrderStatus } from '#order/status.ts'
import { paths } from '#paths.ts'
import { formatNewOrders, type NewOrdersStore } from '../new-orders/new-orders.store.ts'
import type { OrderListStore } from './order-list.store.ts'

/** On a phone the orders need the place of the labels, which screen readers still say. */
const ON_WIDE_SCREENS = 'max-md:sr-only'

interface OrderFiltersProps {
  list: OrderListStore
  newOrders: NewOrdersStore
}

export function OrderFilters({ list, newOrders }: OrderFiltersProps) {
  const { search, status } = useStore(list.$query)
  const counts = useStore(list.counts.$remote)
  const refresh = useRef<HTMLButtonElement>(null)
  const newCount = useStore(newOrders.$count)
  const count = (value: keyof OrderCounts) =>
    counts.state === 'ready' ? ` (${counts.value[value]})` : ''
  const marked = counts.state === 'ready' ? counts.value.marked : 0
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
        <Select<OrderStatus | 'all'>
          label="Status"
          className="min-w-20 flex-1 md:flex-none"
          labelClass={ON_WIDE_SCREENS}
          selectClass="w-full md:min-w-44"
          value={status ?? 'all'}
          options={[
            { value: 'all', label: `All${count('all')}` },
            ...STATUS_OPTIONS.map(({ value, label }) => ({ value, label: label + count(value) })),
          ]}
          onChange={(value) => void list.show({ status: value === 'all' ? undefined : value })}
        />
        {newCount > 0 && (
          <Button
            variant="primary"
            onClick={() => void list.showNewest().then(() => refresh.current?.focus())}
            className="px-3!"
          >
            Show {formatNewOrders(newCount)}
          </Button>
        )}
        {/* Where there is no room for both, the other one takes its place, so that the list does not move. */}
        <Button
          ref={refresh}
          variant="secondary"
          onClick={() => void list.load()}
          className={newCount > 0 ? 'max-[77.5rem]:hidden' : ''}
        >
          Refresh
        </Button>
        <MarkedLine list={list} marked={marked} />
      </form>
    </search>
  )
}

/**
 * The groups of marked orders, and the filter by mark. Only while there are such orders: the place is needed
 * for the list.
 */
function MarkedLine({ list, marked }: { list: OrderListStore; marked: number }) {
  const { mark, group } = useStore(list.$query)
  if (marked === 0 && !mark) return null
  return (
    <div className="flex basis-full flex-wrap items-center gap-x-4 gap-y-2">
      {marked > 0 && (
        <a href={paths.adminMarked} className="text-link inline-flex min-h-touch items-center">
          Marked orders ({formatUpTo1000(marked)})
        </a>
      )}
      <Select<StoredMark | ''>
        label="Mark"
        isInline
        className="min-w-0 flex-1 md:flex-none"
        labelClass={ON_WIDE_SCREENS}
        value={mark ?? ''}
        options={[
          { value: '', label: 'Any mark or none' },
          ...STORED_MARKS.map((value) => ({ value, label: MARKS[value].badge })),
        ]}
        onChange={(value) => void list.show({ mark: value || undefined, group: '' })}
      />
      {mark && group && (
        <p className="flex flex-wrap items-center gap-x-2 text-muted">
          One group only.
          <Button variant="quiet" className="px-2!" onClick={() => void list.show({ group: '' })}>
            Show all with this mark
          </Button>
        </p>
      )}
    </div>
  )
}
