import { optionsOf, Select } from '#admin/kit/Select.tsx'
import { END_REASONS, type EndReason, endReasonName, OUTCOME_NAMES } from '#admin/order/ending.ts'
import type { OrderOutcome } from '#order/order.ts'

const OUTCOMES = optionsOf({ '': 'Not sent', ...OUTCOME_NAMES })
export const END_REASON_OPTIONS = optionsOf({ '': 'No reason', ...END_REASONS })

interface End {
  outcome: OrderOutcome | null
  endReason: EndReason | null
}

interface EndFieldsProps extends End {
  onChange: (change: Partial<End>) => void
}

/** How a cancelled order ended: whether its parcel came back, and why it was cancelled. */
export function EndFields({ outcome, endReason, onChange }: EndFieldsProps) {
  // No admin chooses it, and none changes it here.
  const reasons =
    endReason === 'joined'
      ? [{ value: endReason, label: endReasonName(endReason) }]
      : END_REASON_OPTIONS
  return (
    <>
      <Select<OrderOutcome | ''>
        label="Outcome"
        name="outcome"
        value={outcome ?? ''}
        options={OUTCOMES}
        onChange={(value) => onChange({ outcome: value || null })}
      />
      <Select<EndReason | ''>
        label="Reason"
        name="endReason"
        value={endReason ?? ''}
        options={reasons}
        onChange={(value) => onChange({ endReason: value || null })}
      />
    </>
  )
}
