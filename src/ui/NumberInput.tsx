import { type ComponentProps, useState } from 'react'

export interface NumberInputProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange'> {
  value: number
  onChange: (value: number) => void
}

/** A whole number to type. What is half typed stays in the field, and only what this accepts is told. */
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
