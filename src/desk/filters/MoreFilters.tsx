import { useStore } from '@nanostores/react'
import { type Chip, Chips } from '#admin/kit/Chips.tsx'
import { optionsOf, Select } from '#admin/kit/Select.tsx'
import { type Stage, stageName } from '#admin/order/stages.ts'
import { ExportBar } from '#admin/orders/export/ExportBar.tsx'
import type { ListParts } from '#admin/orders/list/desk-slot.ts'
import { isNarrowed, NO_STAGE } from '#admin/orders/list/order-list.store.ts'
import { CHOSEN_FILTERS } from '#admin/orders/order-filter.ts'
import { formatUpTo1000 } from '#admin/orders/orders.ts'
import { $couriers } from '#admin/parcels/couriers.ts'
import { Field } from '#kit/form/Field.tsx'

const CHOSEN = Object.entries(CHOSEN_FILTERS).map(([key, { label, values }]) => ({
  key: key as keyof typeof CHOSEN_FILTERS,
  label,
  options: optionsOf<string>({ '': 'Any', ...values }),
}))

interface MoreFiltersProps {
  parts: ListParts
  /** Those that have no chip above. */
  stages: readonly Stage[]
}

/** What is asked for less often: other stages that have orders, odd ones, courier, outcome, source and days; and the CSV. */
export function MoreFilters({ parts: { list, exporting }, stages }: MoreFiltersProps) {
  const query = useStore(list.$query)
  const couriers = useStore($couriers)
  const staged = useStore(list.stages.$remote)
  const counts = useStore(list.counts.$remote)
  const { courier, mark, stage } = query
  const ofStages = staged.state === 'ready' ? staged.value.stages : {}
  const marked = counts.state === 'ready' ? counts.value.marked : 0
  const chips: Chip<Stage | 'odd'>[] = stages
    .filter((one) => ofStages[one])
    .map((value) => ({
      value,
      label: stageName(value),
      count: isNarrowed(query) ? '' : String(ofStages[value]),
    }))
  if (marked > 0) chips.push({ value: 'odd', label: 'Looks odd', count: formatUpTo1000(marked) })
  return (
    <div className="grid gap-3 rounded-md border border-line p-3">
      {chips.length > 0 && (
        <Chips<Stage | 'odd' | undefined>
          label="Other stages"
          chosen={mark ? 'odd' : stage}
          onChoose={(value) =>
            void list.show({
              ...NO_STAGE,
              status: undefined,
              ...(value === 'odd' ? { mark: 'any' } : { stage: value }),
            })
          }
          chips={chips}
        />
      )}
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
        {CHOSEN.map(({ key, label, options }) => (
          <Select<string>
            key={key}
            label={label}
            value={query[key] ?? ''}
            options={options}
            onChange={(chosen) => void list.show({ [key]: chosen || undefined })}
          />
        ))}
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
        <ExportBar exporting={exporting} filter={query} />
        {query.batch && (
          <p className="text-muted">Only parcels that were sent together (batch {query.batch}).</p>
        )}
      </div>
    </div>
  )
}
