import { useStore } from '@nanostores/react'
import { useEffect, useRef } from 'react'
import { island } from '#kit/island/island.tsx'
import { paths } from '#paths.ts'
import { ScanForm } from './ScanForm.tsx'
import { ScannedNumbers } from './ScannedNumbers.tsx'
import { ScannedParcel } from './ScannedParcel.tsx'
import { createStation, type StationStore } from './station.store.ts'

export const ScanIsland = island(ScanPage, () => createStation())

/** One parcel after the other: its slip shows what belongs into it, and its label gives it its number. */
function ScanPage({ store }: { store: StationStore }) {
  const station = useStore(store.$station)
  const { batch } = store
  const section = useRef<HTMLDivElement>(null)

  // For a scanner. On a phone the keyboard would cover the camera.
  useEffect(() => {
    if (matchMedia('(pointer: fine)').matches) section.current?.querySelector('input')?.focus()
  }, [])

  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h1 className="text-h3">{batch ? `Scan batch ${batch}` : 'Scan parcels'}</h1>
        <a
          href={batch ? paths.adminBatch(batch) : paths.adminBatches}
          className="text-link inline-flex min-h-touch items-center"
        >
          {batch ? 'Open the batch' : 'Courier sheets'}
        </a>
      </div>
      <div
        ref={section}
        className="grid gap-4 lg:grid-cols-[minmax(0,24rem)_minmax(0,1fr)] lg:items-start"
      >
        <ScanForm station={station} onScan={(text) => void store.scan(text)} />
        {station.parcel && <ScannedParcel parcel={station.parcel} />}
      </div>
      <ScannedNumbers rows={station.rows} store={store} />
    </div>
  )
}
