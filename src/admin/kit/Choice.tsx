import { type ReactNode, useId } from 'react'
import { Button } from '#kit/form/Button.tsx'

interface ChoiceProps {
  children: ReactNode
  /** What the choice does, in a sentence. */
  hint: string
  isBusy?: boolean
  onClick: () => void
}

/** A button of a sheet, as wide as that, with a sentence below it. */
export function Choice({ hint, ...button }: ChoiceProps) {
  const hintId = useId()
  return (
    <div className="grid">
      <Button aria-describedby={hintId} {...button} />
      <p id={hintId} className="pt-0.5 pb-1 text-center text-sm text-muted">
        {hint}
      </p>
    </div>
  )
}
