import { ORDER_STATUSES, type OrderStatus, statusName } from '#order/order.ts'

export const STATUS_OPTIONS = ORDER_STATUSES.map((value) => ({ value, label: statusName(value) }))

interface StatusSelectProps<Value extends OrderStatus | 'all'> {
  label: string
  value: Value
  options: readonly { value: Value; label: string }[]
  onChange: (value: Value) => void
  disabled?: boolean
  className?: string
  labelClass?: string
}

/** A labelled select of order statuses. */
export function StatusSelect<Value extends OrderStatus | 'all'>({
  label,
  value,
  options,
  onChange,
  disabled = false,
  className = '',
  labelClass = '',
}: StatusSelectProps<Value>) {
  return (
    <label className={`block ${className}`}>
      <span className={`mb-1 block font-medium ${labelClass}`}>{label}</span>
      <select
        value={value}
        disabled={disabled}
        onChange={(event) => onChange(event.currentTarget.value as Value)}
        className="block min-h-touch w-full min-w-0 md:min-w-44 rounded-md border border-edge bg-paper px-3 text-base text-ink"
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
