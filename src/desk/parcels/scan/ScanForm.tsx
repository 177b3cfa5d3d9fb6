import type { SubmitEvent } from 'react'
import { CameraScan } from '#desk/camera/CameraScan.tsx'
import { Field } from '#kit/form/Field.tsx'
import type { Station } from './scan.store.ts'

interface Props {
  station: Station
  onScan: (text: string) => void
}

/** A scanner types what it reads and presses Enter: a slip, then its label, and so on. The camera does the same. */
export function ScanForm({ station, onScan }: Props) {
  const { parcel, isLabelNext, says, isProblem, isAsking } = station

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    const typed = String(new FormData(event.currentTarget).get('scan') ?? '').trim()
    if (typed !== '') onScan(typed)
    event.currentTarget.reset()
  }

  return (
    <form aria-label="Scan" onSubmit={submit} className="grid gap-3">
      <Field
        label={
          parcel && isLabelNext
            ? `Scan or type the number of the label of ${parcel.found.order.id}`
            : 'Scan or type the number of a slip, or of a parcel that comes back'
        }
        name="scan"
        dir="ltr"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        enterKeyHint="next"
        className="max-w-md"
      />
      <CameraScan
        onRead={(text) => {
          navigator.vibrate?.(60)
          onScan(text)
        }}
      />
      <p
        role="status"
        className={`font-semibold empty:hidden ${isProblem ? 'text-danger' : 'text-forest'}`}
      >
        {says}
      </p>
      <p role="status" className="text-muted empty:hidden">
        {isAsking && 'Asking about the order...'}
      </p>
    </form>
  )
}
