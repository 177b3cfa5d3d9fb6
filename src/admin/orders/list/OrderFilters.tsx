import { useStore } from '@nanostores/react'
import { useId, useState } from 'react'
import { SearchField } from '#admin/lists/SearchField.tsx'
import { ALL_STAGES, type Stage, type Stages, stageName } from '#admin/order/stages.ts'
import { Button } from '#kit/form/Button.tsx'
import { CHIP, Chips } from '#kit/form/Chips.tsx'
import { Select } from '#kit/form/Select.tsx'
import { inBrackets } from '#kit/text.ts'
import type { OrderStatus } from '#order/status.ts'
import { formatUpTo1000, STATUS_OPTIONS } from '../orders.ts'
import type { OrderCounts } from './counts.api.ts'
import { MarkedGroups } from './MarkedGroups.tsx'
import { MoreFilters } from './MoreFilters.tsx'
import { hasNewOrders, isNarrowed, NO_STAGE } from './order-list.store.ts'
import type { OrdersPageStore } from './orders-page.store.ts'

/** The orders need the place of the labels, which screen readers still say. */
const LABEL = 'sr-only'

/** The stages that are asked for most. The others stand under "More", whose count is theirs: together they are all. */
const STAGES: readonly Stage[] = [
  'to_confirm',
  'waiting',
  'to_pack',
  'on_the_way',
  'came_back',
  'delivered',
  'paid',
  'cancelled',
]

const REST = ALL_STAGES.filter((stage) => !STAGES.includes(stage))

type ChipOf = 'all' | Stage

const SHORT: Partial<Record<Stage, string>> = { waiting: 'Waiting' }

export function OrderFilters({ store }: { store: OrdersPageStore }) {
  const { list } = store
  const query = useStore(list.$query)
  const { search, status, stage, mark } = query
  const counts = useStore(list.counts.$remote)
  const staged = useStore(list.stages.$remote)
  const isNarrow = isNarrowed(query)
  const [isOpen, setIsOpen] = useState(isNarrowed({ ...query, search: '' }))
  const panelId = useId()
  const count = (value: Exclude<keyof OrderCounts, 'groups'>) =>
    counts.state === 'ready' && !isNarrow ? counts.value[value] : undefined
  const marked = count('marked')
  const countOf = (stages: readonly Stage[]) =>
    staged.state === 'ready' && !isNarrow ? String(sumOf(stages, staged.value.stages)) : ''
  const chips: { value: ChipOf; label: string; count: string }[] = [
    { value: 'all', label: 'All', count: countOf(ALL_STAGES) },
    ...STAGES.map((value) => ({
      value,
      label: SHORT[value] ?? stageName(value),
      count: countOf([value]),
    })),
  ]
  const other = stage && !STAGES.includes(stage) ? stage : undefined
  const isOther = mark !== undefined || other !== undefined
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
              { value: 'all', label: `All${inBrackets(count('all') ?? 0)}` },
              ...STATUS_OPTIONS.map(({ value, label }) => ({
                value,
                label: label + inBrackets(count(value) ?? 0),
              })),
            ]}
            onChange={(value) =>
              void list.show({ ...NO_STAGE, status: value === 'all' ? undefined : value })
            }
          />
          <Refresh store={store} />
        </div>
        <Chips<ChipOf | undefined>
          label="Stage"
          chosen={isOther ? undefined : (stage ?? (status ? undefined : 'all'))}
          onChoose={(value) =>
            void list.show({
              ...NO_STAGE,
              status: undefined,
              stage: value === 'all' ? undefined : value,
            })
          }
          chips={chips}
        >
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={panelId}
            aria-pressed={isOther}
            onClick={() => setIsOpen(!isOpen)}
            className={CHIP}
          >
            <span>{mark ? 'Looks odd' : other ? stageName(other) : 'More'}</span>{' '}
            <span className="min-h-5 text-sm font-semibold tabular-nums">
              {mark
                ? marked !== undefined && formatUpTo1000(marked)
                : countOf(other ? [other] : REST)}
            </span>
          </button>
        </Chips>
        {mark && <MarkedGroups list={list} />}
        <div id={panelId} hidden={!isOpen}>
          {isOpen && <MoreFilters store={store} />}
        </div>
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
    <Button variant="secondary" onClick={() => void press()} className="min-w-32 px-3!">
      {hasNew ? `Show ${newCount} new` : 'Refresh'}
    </Button>
  )
}

function sumOf(stages: readonly Stage[], counted: Stages['stages']): number {
  return stages.reduce((sum, stage) => sum + (counted[stage] ?? 0), 0)
}
