import { useStore } from '@nanostores/react'
import { useEffect, useRef } from 'react'
import { Button } from '#kit/form/Button.tsx'
import { island } from '#kit/island/island.tsx'
import { paths } from '#paths.ts'
import { CameBack } from './CameBack.tsx'
import { ScanForm } from './ScanForm.tsx'
import { ScannedParcel } from './ScannedParcel.tsx'
import { ScanRows, UnsentScans } from './ScanRows.tsx'
import { createScans, type ScanStore } from './scan.store.ts'

export const ScanIsland = island(ScanPage, () => createScans())

/** One parcel after the other: a slip shows what belongs into it, and its label gives it its number; what left comes back. */
function ScanPage({ store }: { store: ScanStore }) {
  const station = useStore(store.$station)
  const { batch } = store
  const { parcel, isLabelNext } = station
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
          <ScanForm station={station} onScan={(text) => void store.scan(text)} />
          {parcel && isLabelNext && (
            <Button
              variant="quiet"
              className="justify-self-start px-0!"
              onClick={() => {
                store.leaveSlip()
                focus()
              }}
            >
              No label for {parcel.found.order.id} now
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
