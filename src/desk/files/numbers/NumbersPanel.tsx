import { useStore } from '@nanostores/react'
import { useEffect, useId, useRef } from 'react'
import { Button } from '#kit/form/Button.tsx'
import { Field } from '#kit/form/Field.tsx'
import { NumbersPreview, type NumbersProps } from './NumbersPreview.tsx'
import type { Receivers } from './numbered-order.ts'

interface Props extends NumbersProps {
  receivers: Receivers
  onClose: () => void
}

/** Takes the numbers that came back from the courier, and shows whose they are. */
export function NumbersPanel({ receivers, onClose, ...preview }: Props) {
  const { numbers } = preview
  const view = useStore(numbers.$view)
  const section = useRef<HTMLElement>(null)
  const form = useRef<HTMLFormElement>(null)
  const titleId = useId()
  const pasted = useStore(numbers.$pasted)
  const isEntering = view.step !== 'preview'
  useEffect(() => {
    if (isEntering) section.current?.querySelector('textarea')?.focus()
  }, [isEntering])
  return (
    <section
      ref={section}
      aria-labelledby={titleId}
      className="grid gap-4 rounded-lg border border-line p-3 sm:p-4"
    >
      <h2 id={titleId} className="text-h3">
        Numbers from the courier
      </h2>
      {view.step === 'preview' ? (
        <NumbersPreview view={view} {...preview} />
      ) : (
        <>
          <form
            ref={form}
            aria-label="Paste numbers"
            className="grid content-start gap-3"
            onSubmit={(event) => {
              event.preventDefault()
              void numbers.read(pasted, receivers)
            }}
          >
            <Field
              label="Paste what the courier’s page or file shows"
              name="numbers"
              value={pasted}
              onChange={(event) => numbers.$pasted.set(event.currentTarget.value)}
              onPaste={() => {
                // After the field has it.
                setTimeout(() => form.current?.requestSubmit())
              }}
              rows={4}
              dir="ltr"
              spellCheck={false}
              hint="Order ids beside the numbers are best. A column of numbers alone goes by the order of the list below."
            />
            <Button variant="primary" type="submit" className="justify-self-start">
              Match the Numbers
            </Button>
          </form>
          <p role="status" className="empty:hidden">
            {view.step === 'reading' && 'Matching the numbers...'}
          </p>
          <p role="alert" className="text-danger empty:hidden">
            {view.step === 'failed' && view.problem}
          </p>
          <Button variant="quiet" className="justify-self-start" onClick={onClose}>
            Close
          </Button>
        </>
      )}
    </section>
  )
}
