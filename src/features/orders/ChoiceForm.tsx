/* The folded forms of an order's page. */
import { type ReactNode, type SubmitEvent, useRef } from 'react'
import { Field, useFocusOnInvalid } from '#ui/Field.tsx'

export function Disclosure({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className="rounded-lg border border-line">
      <summary className="flex min-h-touch cursor-pointer items-center px-4 font-semibold">
        {title}
      </summary>
      <div className="border-t border-line p-4">{children}</div>
    </details>
  )
}

interface ChoiceFormProps<Choice extends string> {
  legend: string
  choices: Record<Choice, string>
  textLabel: string
  /** In characters. */
  maxLength: number
  /** Lines of the text. */
  rows?: number
  problem?: string | undefined
  onSubmit: (choice: Choice, text: string) => Promise<void>
  /** The button. */
  children: ReactNode
}

/** One of several choices, the first at the beginning, and a text. */
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
  useFocusOnInvalid(form, problem)

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    const typed = new FormData(event.currentTarget)
    void onSubmit(typed.get('choice') as Choice, String(typed.get('text')))
  }

  return (
    <form ref={form} noValidate onSubmit={submit} className="grid gap-5">
      <fieldset>
        <legend className="mb-2 font-medium">{legend}</legend>
        {Object.entries<string>(choices).map(([choice, label], nth) => (
          <label key={choice} className="flex min-h-touch items-center gap-3">
            <input
              type="radio"
              name="choice"
              value={choice}
              defaultChecked={nth === 0}
              className="size-5 accent-forest"
            />
            {label}
          </label>
        ))}
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
