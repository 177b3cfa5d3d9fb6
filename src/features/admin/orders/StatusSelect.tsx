import type { OrderStatus } from '#features/orders/order.ts'

export interface StatusSelectProps<Value extends OrderStatus | 'all'> {
  label: string
  value: Value
  options: readonly { value: Value; label: string }[]
  onChoose: (value: Value) => void
  disabled?: boolean
}

/** A status to choose, under its label. */
export function StatusSelect<Value extends OrderStatus | 'all'>({
  label,
  value,
  options,
  onChoose,
  disabled = false,
}: StatusSelectProps<Value>) {
  return (
    <label className="block">
      <span className="mb-1 block font-medium">{label}</span>
      <select
        value={value}
        disabled={disabled}
        onChange={(event) => onChoose(event.currentTarget.value as Value)}
        className="block min-h-touch w-full min-w-44 rounded-md border border-edge bg-paper px-3 text-base text-ink"
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </label>
  )
}
