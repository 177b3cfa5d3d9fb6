import { type ReactNode, useId } from 'react'
import { describedBy } from '#kit/form/described-by.ts'

export interface SelectOption<Value extends string> {
  value: Value
  label: string
}

/** The options of a table of labels. A label of '' is that of none. */
export function optionsOf<Value extends string>(
  labels: Readonly<Record<Value, string>>,
): SelectOption<Value>[] {
  return Object.entries<string>(labels).map(([value, label]) => ({ value: value as Value, label }))
}

export interface SelectProps<Value extends string> {
  label: ReactNode
  /** Absent in a form that is read when it is sent: then the first option is chosen at first. */
  value?: Value
  options: readonly SelectOption<Value>[]
  onChange?: (value: Value) => void
  name?: string
  disabled?: boolean
  error?: string | undefined
  hint?: string | undefined
  /** The label stands before the select, not above it. */
  isInline?: boolean
  className?: string
  labelClass?: string
  selectClass?: string
}

/** A labelled select with its error and hint, which also describe it to screen readers. */
export function Select<Value extends string>({
  label,
  options,
  onChange,
  error,
  hint,
  isInline = false,
  className = '',
  labelClass = '',
  selectClass = 'w-full',
  ...select
}: SelectProps<Value>) {
  const id = useId()
  const [errorId, hintId] = [`${id}-error`, `${id}-hint`]
  return (
    <div className={`min-w-0 ${className}`}>
      <label className={isInline ? 'flex min-w-0 items-center gap-2' : 'block'}>
        <span className={`font-medium ${isInline ? '' : 'mb-1 block'} ${labelClass}`}>{label}</span>
        <select
          {...select}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(error && errorId, hint && hintId)}
          onChange={onChange && ((event) => onChange(event.currentTarget.value as Value))}
          className={`block min-h-touch min-w-0 rounded-md border border-edge bg-paper px-3 text-base text-ink aria-invalid:border-2 aria-invalid:border-danger ${selectClass}`}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      </label>
      {error && (
        <p id={errorId} className="mt-1 text-danger">
          {error}
        </p>
      )}
      {hint && (
        <p id={hintId} className="mt-1 text-sm text-muted">
          {hint}
        </p>
      )}
    </div>
  )
}
