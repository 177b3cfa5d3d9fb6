import type { ReactNode } from 'react'

/** A part of the filter's form. */
export function Fieldset({ legend, children }: { legend: string; children: ReactNode }) {
  return (
    <fieldset>
      <legend suppressHydrationWarning className="mb-1 font-medium">
        {legend}
      </legend>
      {children}
    </fieldset>
  )
}
