import { useStore } from '@nanostores/react'
import { useEffect, useRef } from 'react'
import { courierName } from '#admin/order/couriers.ts'
import { formatCount } from '#admin/order/orders.ts'
import { Button } from '#kit/form/Button.tsx'
import { tryAgain } from '#kit/remote/try-again.ts'
import { paths } from '#paths.ts'
import type { BatchFileStore, FileView } from './batch-file.store.ts'
import { UnknownCities } from './UnknownCities.tsx'

/** How far the file of parcels is, what is asked about it, and what is not in it, or not as before. */
export function BatchFile({ file }: { file: BatchFileStore }) {
  const view = useStore(file.$file)
  const result = useRef<HTMLDivElement>(null)

  // The button that was pressed is gone.
  useEffect(() => {
    if (view.step !== 'none' && document.activeElement === document.body) result.current?.focus()
  }, [view.step])

  return (
    <div ref={result} tabIndex={-1} className="grid gap-3">
      <p role="status" className="empty:hidden">
        {statusText(view)}
      </p>
      {view.step === 'cities' && <UnknownCities key={view.batch.id} view={view} file={file} />}
      {view.step === 'failed' && (
        <div role="alert" className="grid justify-items-start gap-3">
          <p>The file could not be made. {tryAgain(view.error)}</p>
          <Button variant="primary" onClick={() => void file.make(view.batch)}>
            Retry
          </Button>
        </div>
      )}
      {view.step === 'done' &&
        NOT_AS_BEFORE.map(([name, says]) => <OrderIds key={name} says={says} ids={view[name]} />)}
    </div>
  )
}

const NOT_AS_BEFORE = [
  ['notSent', 'Not in the file, because cancelled or erased:'],
  ['left', 'Not in the file, because they were taken out:'],
  [
    'elsewhere',
    'Not in the file, because you left out their city; give them another courier on their pages:',
  ],
  ['changed', 'In a file of these parcels before, with another row:'],
] as const

function statusText(view: FileView): string {
  switch (view.step) {
    case 'loading':
      return 'Making the file...'
    case 'cities':
      return 'They are booked. The file waits for the cities below.'
    case 'done':
      return `The file for ${courierName(view.batch.courier)} was downloaded. It has ${formatCount(view.count)}.`
    default:
      return ''
  }
}

/** Each leads to its order, in a page of its own. */
export function OrderIds({ says, ids }: { says: string; ids: readonly string[] }) {
  if (ids.length === 0) return null
  return (
    <p className="max-w-prose">
      {says}{' '}
      {ids.map((id, nth) => (
        <span key={id}>
          {nth > 0 && ', '}
          <a href={paths.adminOrder(id)} target="_blank" rel="noreferrer" className="text-link">
            {id}
          </a>
        </span>
      ))}
    </p>
  )
}
