import { useStore } from '@nanostores/react'
import { useId, useState } from 'react'
import { CHIP, Chips } from '#admin/kit/Chips.tsx'
import { ALL_STAGES, type Stage, type Stages, stageName } from '#admin/order/stages.ts'
import type { ListParts } from '#admin/orders/list/desk-slot.ts'
import { isNarrowed, NO_STAGE } from '#admin/orders/list/order-list.store.ts'
import { formatUpTo1000 } from '#admin/orders/orders.ts'
import { MarkedGroups } from './MarkedGroups.tsx'
import { MoreFilters } from './MoreFilters.tsx'

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

/** Filters of the list beside search and status: its database knows them with the desk. */
export function StageFilters({ parts }: { parts: ListParts }) {
  const { list } = parts
  const query = useStore(list.$query)
  const { status, stage, mark } = query
  const counts = useStore(list.counts.$remote)
  const staged = useStore(list.stages.$remote)
  const isNarrow = isNarrowed(query)
  const [isOpen, setIsOpen] = useState(isNarrowed({ ...query, search: '' }))
  const panelId = useId()
  const marked = counts.state === 'ready' && !isNarrow ? counts.value.marked : undefined
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
    <>
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
        {isOpen && <MoreFilters parts={parts} stages={REST} />}
      </div>
    </>
  )
}

function sumOf(stages: readonly Stage[], counted: Stages['stages']): number {
  return stages.reduce((sum, stage) => sum + (counted[stage] ?? 0), 0)
}
