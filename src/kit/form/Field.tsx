import { type ComponentProps, type RefObject, useEffect, useRef } from 'react'
import { Button } from './Button.tsx'
import { describedBy } from './described-by.ts'

export interface FieldProps extends Omit<ComponentProps<'input'>, 'id'> {
  label: string
  /** Also the elements' ids, so a page shows one field of a name. */
  name: string
  error?: string | undefined
  /** An empty one takes no room, and is read out when it gets a text. */
  hint?: string | undefined
  /** Buttons below the hint, which do what it proposes. */
  proposals?: readonly { label: string; onTake: () => void }[] | undefined
  labelClass?: string
  /** Makes it a text of several lines. */
  rows?: number | undefined
}

/** Moves the focus to the first invalid field of a form that was refused: it may be out of sight. */
export function useFocusOnInvalid(form: RefObject<HTMLFormElement | null>, problems: unknown) {
  useEffect(() => {
    if (problems) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [form, problems])
}

/**
 * A labelled input with its error and hint beside it, which also describe it to screen readers. Its prerendered
 * texts carry `suppressHydrationWarning`: a browser may have translated them by then, and React would render the island
 * anew, without what was typed.
 */
export function Field({
  label,
  name,
  error,
  hint,
  proposals = [],
  className = '',
  labelClass = '',
  ...props
}: FieldProps) {
  const Control = (props.rows === undefined ? 'input' : 'textarea') as 'input'
  const id = `field-${name}`
  const hintId = hint ? `${id}-hint` : undefined
  const errorId = `${id}-error`
  const field = useRef<HTMLDivElement>(null)
  return (
    <div
      ref={field}
      tabIndex={hint === undefined ? undefined : -1}
      className={`outline-none ${className}`}
    >
      <label
        suppressHydrationWarning
        htmlFor={id}
        className={`mb-1 block font-medium ${labelClass}`}
      >
        {label}
      </label>
      <Control
        dir="auto"
        {...props}
        id={id}
        name={name}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(error && errorId, hintId)}
        className="block min-h-touch w-full rounded-md border border-edge bg-paper px-3 text-base [textarea&]:py-2 text-ink placeholder:text-muted aria-invalid:border-2 aria-invalid:border-danger"
      />
      <p id={errorId} className="mt-1 text-danger empty:hidden">
        {error}
      </p>
      {hint !== undefined && (
        <p
          suppressHydrationWarning
          id={hintId}
          aria-live="polite"
          className="text-sm text-muted not-empty:mt-1"
        >
          {hint}
        </p>
      )}
      <Proposals
        proposals={proposals}
        // An input with the focus would open the keyboard of a phone.
        onTake={() => field.current?.focus({ preventScroll: true })}
      />
    </div>
  )
}

interface ProposalsProps {
  proposals: NonNullable<FieldProps['proposals']>
  /** Takes the focus before the button leaves the page. */
  onTake: () => void
}

function Proposals({ proposals, onTake }: ProposalsProps) {
  if (proposals.length === 0) return null
  return (
    <div className="mt-2 flex flex-wrap gap-2">
      {proposals.map((proposal) => (
        <Button
          key={proposal.label}
          onClick={() => {
            onTake()
            proposal.onTake()
          }}
        >
          {proposal.label}
        </Button>
      ))}
    </div>
  )
}
