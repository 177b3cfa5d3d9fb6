import { useStore } from '@nanostores/react'
import { useRef } from 'react'
import { MAX_SEARCH_LENGTH } from '#admin/lists/list.ts'
import { MARKS, STORED_MARKS, type StoredMark } from '#admin/order/marks.ts'
import { formatUpTo1000, type OrderCounts, STATUS_OPTIONS } from '#admin/order/orders.ts'
import { STAGES_WITH_WORK, type Stage, stageName } from '#admin/order/stages.ts'
import { Button, buttonClass } from '#kit/form/Button.tsx'
import { Field } from '#kit/form/Field.tsx'
import { Select } from '#kit/form/Select.tsx'
import type { OrderStatus } from '#order/status.ts'
import { paths } from '#paths.ts'
import { ExportBar } from '../export/ExportBar.tsx'
import type { ExportStore } from '../export/export.store.ts'
import { formatNews, type NewOrdersStore } from '../new-orders/new-orders.store.ts'
import { MoreFilters } from './MoreFilters.tsx'
import type { OrderListStore } from './order-list.store.ts'

/** The orders need the place of the labels, which screen readers still say. */
const LABEL = 'sr-only'

interface OrderFiltersProps {
  list: OrderListStore
  newOrders: NewOrdersStore
  exporting: ExportStore
  onShowNews: () => Promise<void>
}

const NONE: readonly string[] = []

export function OrderFilters({ list, newOrders, exporting, onShowNews }: OrderFiltersProps) {
  const query = useStore(list.$query)
  const { search, status, stage } = query
  const counts = useStore(list.counts.$remote)
  const staged = useStore(list.stages.$remote)
  const ofStages: Partial<Record<Stage, number>> =
    staged.state === 'ready' ? staged.value.stages : {}
  const refresh = useRef<HTMLButtonElement>(null)
  const newCount = useStore(newOrders.$count)
  const acts = useStore(newOrders.$acts).length
  const hasNews = newCount + acts > 0
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
        className="flex flex-wrap items-end gap-x-2 gap-y-3 md:gap-4"
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
          labelClass={LABEL}
        />
        <Select<OrderStatus | 'all'>
          label="Status"
          className="min-w-16 flex-1 md:flex-none"
          labelClass={LABEL}
          selectClass="w-full max-sm:px-1 md:min-w-44"
          value={status ?? 'all'}
          options={[
            { value: 'all', label: `All${count('all')}` },
            ...STATUS_OPTIONS.map(({ value, label }) => ({ value, label: label + count(value) })),
          ]}
          onChange={(value) => void list.show({ status: value === 'all' ? undefined : value })}
        />
        <Select<Stage | ''>
          label="Show"
          className="min-w-16 flex-1 md:flex-none"
          labelClass={LABEL}
          selectClass="w-full max-sm:px-1"
          value={stage ?? ''}
          options={[
            { value: '', label: 'All orders' },
            ...STAGES_WITH_WORK.map((value) => ({
              value,
              label: stageName(value) + (ofStages[value] ? ` (${ofStages[value]})` : ''),
            })),
          ]}
          onChange={(chosen) => void list.show({ stage: chosen || undefined })}
        />
        {hasNews && (
          <Button
            variant="primary"
            onClick={() => void onShowNews().then(() => refresh.current?.focus())}
            className="px-3!"
          >
            <span className="max-sm:sr-only">Show </span>
            {formatNews(newCount, acts)}
          </Button>
        )}
        {/* Where there is no room for both, the other one takes its place, so that the list does not move. */}
        <Button
          ref={refresh}
          variant="secondary"
          onClick={() => void list.load()}
          className={`max-sm:px-3! ${hasNews ? 'max-[77.5rem]:hidden' : ''}`}
        >
          Refresh
        </Button>
        {stage === 'to_tell' && (
          <a href={paths.adminTell} className={buttonClass('primary')}>
            Tell customers
          </a>
        )}
        <MarkedLine list={list} marked={marked} />
        <MoreFilters list={list}>
          <ExportBar exporting={exporting} filter={query} ids={NONE} />
        </MoreFilters>
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
        labelClass={LABEL}
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
