import { useStore } from '@nanostores/react'
import { type SubmitEvent, useEffect, useRef } from 'react'
import { CameraScan } from '#desk/camera/CameraScan.tsx'
import { Button } from '#kit/form/Button.tsx'
import { Field } from '#kit/form/Field.tsx'
import { island } from '#kit/island/island.tsx'
import { paths } from '#paths.ts'
import { ACT_HINTS, CHECK_IN_ACTS, SCAN_ACTS } from './check-in-acts.ts'
import { ScannedParcel } from './ScannedParcel.tsx'
import { ScanRows, UnsentScans } from './ScanRows.tsx'
import { createScans, type ScanStore } from './scan.store.ts'

export const ScanIsland = island(ScanPage, () => createScans())

/** One parcel after the other: a slip shows what belongs into it, and its label gives it its number; what left comes back. */
function ScanPage({ store }: { store: ScanStore }) {
  const { batch } = store
  const { parcel, slip } = useStore(store.$station)
  const page = useRef<HTMLDivElement>(null)

  // A scanner types wherever the focus is.
  useEffect(() => {
    focusField(page.current)
    const toField = ({ key, target, ctrlKey, metaKey }: KeyboardEvent) => {
      const isTyped = key.length === 1 && !ctrlKey && !metaKey
      if (isTyped && target === document.body) fieldIn(page.current)?.focus()
    }
    addEventListener('keydown', toField)
    return () => removeEventListener('keydown', toField)
  }, [])
  const focus = () => focusField(page.current)

  return (
    <div ref={page} className="grid gap-4">
      <div className="page-title mb-0! justify-between">
        <h1 className="text-[length:inherit]">Scan</h1>
        <a
          href={batch ? paths.adminBatch(batch) : paths.adminParcels}
          className="touch-link text-base"
        >
          {batch ? 'Back to these parcels' : 'Parcels'}
        </a>
      </div>
      <div className="grid gap-4 lg:grid-cols-[minmax(0,24rem)_minmax(0,1fr)] lg:items-start">
        <div className="grid gap-3">
          <ScanForm store={store} />
          {slip && (
            <Button
              variant="quiet"
              className="justify-self-start px-0!"
              onClick={() => {
                store.leaveSlip()
                focus()
              }}
            >
              No label for {slip} now
            </Button>
          )}
        </div>
        {parcel && <ScannedParcel parcel={parcel} onCameBack={(id) => void store.checkIn(id)} />}
      </div>
      <CameBack store={store} onDone={focus} />
      <UnsentScans store={store} onDone={focus} />
      <ScanRows store={store} onDone={focus} />
    </div>
  )
}

function fieldIn(page: HTMLElement | null) {
  return page?.querySelector<HTMLElement>('input[name=scan]')
}

/** On a phone the keyboard would cover the camera. */
function focusField(page: HTMLElement | null): void {
  if (matchMedia('(pointer: fine)').matches) fieldIn(page)?.focus()
}

/** A scanner types what it reads and presses Enter: a slip, then its label, and so on. The camera does the same. */
function ScanForm({ store }: { store: ScanStore }) {
  const { slip, says, isProblem, isAsking } = useStore(store.$station)

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    const typed = String(new FormData(event.currentTarget).get('scan') ?? '').trim()
    if (typed !== '') void store.scan(typed)
    event.currentTarget.reset()
  }

  return (
    <form aria-label="Scan" onSubmit={submit} className="grid gap-3">
      <Field
        label={
          slip
            ? `Scan or type the number of the label of ${slip}`
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
          void store.scan(text)
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

interface CameBackProps {
  store: ScanStore
  /** It was chosen by a pointer. */
  onDone: () => void
}

/** What is said of each parcel that comes back. */
function CameBack({ store, onDone }: CameBackProps) {
  const act = useStore(store.$act)
  return (
    <fieldset>
      <legend className="mb-1 font-medium">A parcel that comes back is</legend>
      <div className="flex flex-wrap gap-2">
        {SCAN_ACTS.map((value) => (
          <label
            key={value}
            className="flex min-h-touch cursor-pointer items-center gap-2 rounded-md border border-edge px-3 hover:bg-sand has-checked:border-forest has-checked:bg-sand has-checked:font-semibold"
          >
            <input
              type="radio"
              name="act"
              value={value}
              checked={act === value}
              onChange={() => store.$act.set(value)}
              // The arrows of the keyboard choose as well, and must not leave the group.
              onClick={({ detail }) => detail > 0 && onDone()}
              className="size-5 accent-forest"
            />
            {CHECK_IN_ACTS[value]}
          </label>
        ))}
      </div>
      <p className="mt-2 text-sm text-muted">{ACT_HINTS[act]}</p>
    </fieldset>
  )
}
