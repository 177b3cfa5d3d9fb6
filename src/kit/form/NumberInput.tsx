import { type ComponentProps, useState } from 'react'

export interface NumberInputProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange'> {
  value: number
  onChange: (value: number) => void
}

/** A field for a whole number. Incomplete input stays in the field; only valid numbers are reported. */
export function NumberInput({ value, onChange, ...props }: NumberInputProps) {
  const [draft, setDraft] = useState<{ text: string; of: number }>()

  function type({ value: text, valueAsNumber, validity }: HTMLInputElement): void {
    const isAccepted = validity.valid && Number.isSafeInteger(valueAsNumber)
    setDraft(isAccepted ? undefined : { text, of: value })
    if (isAccepted) onChange(valueAsNumber)
  }

  return (
    <input
      {...props}
      type="number"
      inputMode="numeric"
      autoComplete="off"
      value={draft?.of === value ? draft.text : value}
      onChange={(event) => type(event.target)}
      onBlur={() => setDraft(undefined)}
    />
  )
}
