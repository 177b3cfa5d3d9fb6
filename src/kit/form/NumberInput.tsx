import { type ComponentProps, useState } from 'react'
import { wholeNumber } from '#kit/text.ts'

export interface NumberInputProps
  extends Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'min' | 'max'> {
  value: number
  min: number
  max: number
  onChange: (value: number) => void
}

/**
 * A field for a whole number, in the digits of any script. Incomplete input stays in the field; only valid numbers are
 * reported. No `type="number"`: it drops Urdu digits, and the wheel changes it.
 */
export function NumberInput({ value, min, max, onChange, ...props }: NumberInputProps) {
  const [draft, setDraft] = useState<{ text: string; of: number }>()

  function type(text: string): void {
    const number = wholeNumber(text)
    const isAccepted = number >= min && number <= max
    setDraft(isAccepted ? undefined : { text, of: value })
    if (isAccepted) onChange(number)
  }

  return (
    <input
      {...props}
      inputMode="numeric"
      autoComplete="off"
      value={draft?.of === value ? draft.text : value}
      onChange={({ target }) => type(target.value)}
      onBlur={() => setDraft(undefined)}
    />
  )
}
