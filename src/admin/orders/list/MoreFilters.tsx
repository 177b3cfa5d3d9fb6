import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import { $couriers } from '#admin/order/couriers.ts'
import { OUTCOME_NAMES, SOURCES } from '#admin/order/order-filter.ts'
import { Field } from '#kit/form/Field.tsx'
import { optionsOf, Select } from '#kit/form/Select.tsx'
import type { OrderListStore } from './order-list.store.ts'

const OUTCOMES = optionsOf({ '': 'Any', ...OUTCOME_NAMES })
const FROM = optionsOf({ '': 'Any', ...SOURCES })

interface MoreFiltersProps {
  list: OrderListStore
  /** What can be done with all that the filter finds. */
  children: ReactNode
}

/** What is asked for less often: courier, outcome, source and days. Open while one of them is set. */
export function MoreFilters({ list, children }: MoreFiltersProps) {
  const query = useStore(list.$query)
  const couriers = useStore($couriers)
  const { courier, outcome, source, from, to } = query
  const isSet = Boolean(courier || outcome || source || from || to || query.batch)
  return (
    <details open={isSet} className="open:basis-full max-sm:basis-full">
      <summary className="text-link inline-flex min-h-touch cursor-pointer items-center">
        More filters
        {/* A phone has no room for it beside the button of new orders. */}
        <span className="max-sm:sr-only">, and CSV</span>
      </summary>
      <div className="flex flex-wrap items-end gap-3 md:gap-4">
        <Select
          label="Courier"
          value={courier ?? ''}
          options={[
            { value: '', label: 'Any' },
            ...couriers.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={(chosen) => void list.show({ courier: chosen })}
        />
        <Select
          label="Outcome"
          value={outcome ?? ''}
          options={OUTCOMES}
          onChange={(chosen) => void list.show({ outcome: chosen || undefined })}
        />
        <Select
          label="Source"
          value={source ?? ''}
          options={FROM}
          onChange={(chosen) => void list.show({ source: chosen || undefined })}
        />
        {(['from', 'to'] as const).map((day) => (
          <Field
            key={day}
            label={day === 'from' ? 'From' : 'Until'}
            name={day}
            type="date"
            value={query[day] ?? ''}
            onChange={(event) => void list.show({ [day]: event.currentTarget.value })}
          />
        ))}
        {children}
        {query.batch && <p className="text-muted">Batch {query.batch} only.</p>}
      </div>
    </details>
  )
}
