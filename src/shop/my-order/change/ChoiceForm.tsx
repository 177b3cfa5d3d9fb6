import { type ReactNode, type SubmitEvent, useId, useRef, useState } from 'react'
import { Field, useFocusOnInvalid } from '#kit/form/Field.tsx'

interface ChoiceFormProps<Choice extends string> {
  legend: string
  choices: Record<Choice, string>
  textLabel: string
  /** Characters of the text. */
  maxLength: number
  /** Lines of the text field. */
  rows?: number
  problem?: string | undefined
  onSubmit: (choice: Choice, text: string) => Promise<void>
  /** The button that submits. */
  children: ReactNode
}

/** One of several choices, which has to be made, and a text. */
export function ChoiceForm<Choice extends string>({
  legend,
  choices,
  textLabel,
  maxLength,
  rows,
  problem,
  onSubmit,
  children,
}: ChoiceFormProps<Choice>) {
  const form = useRef<HTMLFormElement>(null)
  const problemId = useId()
  const [isUnchosen, setUnchosen] = useState(false)
  useFocusOnInvalid(form, isUnchosen || problem)

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    const typed = new FormData(event.currentTarget)
    const choice = typed.get('choice')
    setUnchosen(choice === null)
    if (choice === null) form.current?.querySelector('input')?.focus()
    else void onSubmit(choice as Choice, String(typed.get('text')))
  }

  return (
    <form ref={form} noValidate onSubmit={submit} className="grid gap-5">
      <fieldset>
        <legend className="mb-2 font-medium">{legend}</legend>
        {Object.entries<string>(choices).map(([choice, label]) => (
          <label key={choice} className="flex min-h-touch items-center gap-3">
            <input
              type="radio"
              name="choice"
              value={choice}
              required
              aria-invalid={isUnchosen || undefined}
              aria-describedby={isUnchosen ? problemId : undefined}
              onChange={() => setUnchosen(false)}
              className="size-5 shrink-0 accent-forest"
            />
            {label}
          </label>
        ))}
        {isUnchosen && (
          <p id={problemId} className="text-danger">
            Please choose one.
          </p>
        )}
      </fieldset>
      <Field
        name="text"
        label={textLabel}
        maxLength={maxLength}
        {...(rows !== undefined && { rows })}
        error={problem}
      />
      {children}
    </form>
  )
}
