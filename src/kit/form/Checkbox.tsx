import type { ComponentProps } from 'react'

interface CheckboxProps extends ComponentProps<'input'> {
  /** How the box and its label stand in their row: a display, and a font. */
  labelClass?: string
}

/** A box before its label, which is pressed as well. */
export function Checkbox({ children, labelClass = 'flex', ...input }: CheckboxProps) {
  return (
    <label className={`min-h-touch items-center gap-3 ${labelClass}`}>
      <input {...input} type="checkbox" className="size-5 accent-forest" />
      {children}
    </label>
  )
}
