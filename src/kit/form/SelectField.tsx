export interface SelectFieldProps<Value extends string> {
  label: string
  /** Also the element's id, so a page shows one select of a name. */
  name: string
  value: Value
  options: readonly { value: Value; label: string }[]
  onChange: (value: Value) => void
  disabled?: boolean
  error?: string | undefined
  className?: string
}

/** A labelled select with its error, which also describes it to screen readers. */
export function SelectField<Value extends string>(props: SelectFieldProps<Value>) {
  const { label, name, options, onChange, error, className = '', ...select } = props
  const id = `field-${name}`
  const errorId = error ? `${id}-error` : undefined
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1 block font-medium">
        {label}
      </label>
      <select
        {...select}
        id={id}
        name={name}
        aria-invalid={error ? true : undefined}
        aria-describedby={errorId}
        onChange={(event) => onChange(event.currentTarget.value as Value)}
        className="block min-h-touch w-full min-w-0 rounded-md border border-edge bg-paper px-3 text-base text-ink aria-invalid:border-2 aria-invalid:border-danger"
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      {error && (
        <p id={errorId} className="mt-1 text-danger">
          {error}
        </p>
      )}
    </div>
  )
}
