import { useStore } from '@nanostores/react'
import { type SubmitEvent, useRef } from 'react'
import { Button } from '#kit/form/Button.tsx'
import { Field } from '#kit/form/Field.tsx'
import { formatNumbers } from './NumbersPreview.tsx'
import type { NumbersStore, Receivers } from './numbers.store.ts'

interface Props {
  numbers: NumbersStore
  receivers: Receivers
}

/** A scanner types what it reads and presses Enter: a slip, then its label, and so on. */
export function ScanField({ numbers, receivers }: Props) {
  const { slip, pairs, says, isProblem } = useStore(numbers.$scanning)
  const form = useRef<HTMLFormElement>(null)

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    const typed = String(new FormData(event.currentTarget).get('scan') ?? '').trim()
    if (typed !== '') numbers.scan(receivers, typed)
    event.currentTarget.reset()
  }

  return (
    <form ref={form} aria-label="Scan" onSubmit={submit} className="grid gap-3">
      <Field
        label={slip ? `Label of ${slip.id}` : 'Scan a slip, then its label'}
        name="scan"
        dir="ltr"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        enterKeyHint="next"
        className="max-w-md"
      />
      <p
        role="status"
        data-no-toast
        className={`font-semibold empty:hidden ${isProblem ? 'text-danger' : 'text-forest'}`}
      >
        {says}
      </p>
      {pairs.length > 0 && (
        <Button
          variant="secondary"
          className="justify-self-start"
          onClick={() => void numbers.reviewScans(receivers)}
        >
          Look at {formatNumbers(pairs.length)}
        </Button>
      )}
    </form>
  )
}
