import { useStore } from '@nanostores/react'
import { $couriers } from '#admin/order/couriers.ts'
import { MARKS, STORED_MARKS, type StoredMark } from '#admin/order/marks.ts'
import { OUTCOME_NAMES, SOURCES } from '#admin/order/order-filter.ts'
import { formatUpTo1000 } from '#admin/order/orders.ts'
import { STAGES_WITH_WORK, stageName } from '#admin/order/stages.ts'
import { Button } from '#kit/form/Button.tsx'
import { Chips } from '#kit/form/Chips.tsx'
import { Field } from '#kit/form/Field.tsx'
import { optionsOf, Select } from '#kit/form/Select.tsx'
import { paths } from '#paths.ts'
import { ExportBar } from '../export/ExportBar.tsx'
import type { OrderListStore } from './order-list.store.ts'
import type { OrdersPageStore } from './orders-page.store.ts'

const OUTCOMES = optionsOf({ '': 'Any', ...OUTCOME_NAMES })
const FROM = optionsOf({ '': 'Any', ...SOURCES })
const NONE: readonly string[] = []

/** What is asked for less often: all stages that have orders, courier, outcome, source, days and marks; and the CSV. */
export function MoreFilters({ store: { list, exporting } }: { store: OrdersPageStore }) {
  const query = useStore(list.$query)
  const couriers = useStore($couriers)
  const staged = useStore(list.stages.$remote)
  const { courier, outcome, source } = query
  const ofStages = staged.state === 'ready' ? staged.value.stages : {}
  const stages = STAGES_WITH_WORK.filter((stage) => ofStages[stage])
  return (
    <div className="grid gap-3 rounded-md border border-line p-3">
      {stages.length > 0 && (
        <Chips
          label="All stages with orders"
          chosen={query.stage}
          onChoose={(stage) => void list.show({ stage })}
          chips={stages.map((value) => ({
            value,
            label: stageName(value),
            count: String(ofStages[value]),
          }))}
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
        <ExportBar exporting={exporting} filter={query} ids={NONE} />
        {query.batch && <p className="text-muted">Batch {query.batch} only.</p>}
      </div>
      <MarkedLine list={list} />
    </div>
  )
}

/** The groups of marked orders, and the filter by mark: only while there are such orders. */
function MarkedLine({ list }: { list: OrderListStore }) {
  const { mark, group } = useStore(list.$query)
  const counts = useStore(list.counts.$remote)
  const marked = counts.state === 'ready' ? counts.value.marked : 0
  if (marked === 0 && !mark) return null
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      {marked > 0 && (
        <a href={paths.adminMarked} className="text-link inline-flex min-h-touch items-center">
          Marked orders ({formatUpTo1000(marked)})
        </a>
      )}
      <Select<StoredMark | ''>
        label="Mark"
        isInline
        className="min-w-0"
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
