import { useStore } from '@nanostores/react'
import { useId, useRef, useState } from 'react'
import { MAX_SEARCH_LENGTH } from '#admin/lists/list.ts'
import { filterParams } from '#admin/order/order-filter.ts'
import { type OrderCounts, STATUS_OPTIONS } from '#admin/order/orders.ts'
import { type Stage, stageName } from '#admin/order/stages.ts'
import { Button } from '#kit/form/Button.tsx'
import { CHIP, Chips } from '#kit/form/Chips.tsx'
import { Field } from '#kit/form/Field.tsx'
import { Select } from '#kit/form/Select.tsx'
import type { OrderStatus } from '#order/status.ts'
import { MoreFilters } from './MoreFilters.tsx'
import { hasNewOrders } from './order-list.store.ts'
import type { OrdersPageStore } from './orders-page.store.ts'

/** The orders need the place of the labels, which screen readers still say. */
const LABEL = 'sr-only'

/** The stages that are asked for most. The others stand under "More". */
const CHIPS = ['to_confirm', 'waiting', 'to_pack', 'on_the_way', 'came_back', 'cancelled'] as const

const SHORT: Partial<Record<Stage, string>> = { waiting: 'Waiting' }

export function OrderFilters({ store }: { store: OrdersPageStore }) {
  const { list, newOrders } = store
  const query = useStore(list.$query)
  const { search, status, stage } = query
  const counts = useStore(list.counts.$remote)
  const staged = useStore(list.stages.$remote)
  const refresh = useRef<HTMLButtonElement>(null)
  const newCount = useStore(newOrders.$count)
  const hasNew = newCount > 0 && hasNewOrders(query)
  const { mark, filter } = filterParams({ ...query, stage: undefined })
  const [isOpen, setIsOpen] = useState(Boolean(mark ?? filter))
  const panelId = useId()
  const count = (value: keyof OrderCounts) =>
    counts.state === 'ready' ? String(counts.value[value]) : ''
  const ofStages = staged.state === 'ready' ? staged.value.stages : undefined
  const isOther = stage !== undefined && !(CHIPS as readonly Stage[]).includes(stage)
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
            selectClass="w-full md:min-w-44"
            value={status ?? 'all'}
            options={[
              { value: 'all', label: `All${inBrackets(count('all'))}` },
              ...STATUS_OPTIONS.map(({ value, label }) => ({
                value,
                label: label + inBrackets(count(value)),
              })),
            ]}
            onChange={(value) => void list.show({ status: value === 'all' ? undefined : value })}
          />
          {/* In one place: the list does not move when orders come in. */}
          {hasNew ? (
            <Button
              variant="secondary"
              onClick={() => void store.showNews().then(() => refresh.current?.focus())}
              className="min-w-32 px-3!"
            >
              Show {newCount} new
            </Button>
          ) : (
            <Button
              ref={refresh}
              variant="secondary"
              onClick={() => void store.refresh()}
              className="min-w-32 px-3!"
            >
              Refresh
            </Button>
          )}
        </div>
        <Chips<Stage | undefined>
          label="Stage"
          chosen={stage}
          onChoose={(chosen) => void list.show({ stage: chosen })}
          chips={[
            { value: undefined, label: 'All', count: count('all') },
            ...CHIPS.map((value) => ({
              value,
              label: SHORT[value] ?? stageName(value),
              count: value === 'cancelled' || !ofStages ? '' : String(ofStages[value] ?? 0),
            })),
          ]}
        >
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={panelId}
            aria-pressed={isOther}
            onClick={() => setIsOpen(!isOpen)}
            className={CHIP}
          >
            <span>{isOther ? stageName(stage) : 'More'}</span>{' '}
            <span className="min-h-5 text-sm font-semibold">
              {isOther ? (ofStages?.[stage] ?? '') : '⋯'}
            </span>
          </button>
        </Chips>
        <div id={panelId} hidden={!isOpen}>
          {isOpen && <MoreFilters store={store} />}
        </div>
      </form>
    </search>
  )
}

function inBrackets(count: string): string {
  return count && ` (${count})`
}
