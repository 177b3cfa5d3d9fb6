import { useStore } from '@nanostores/react'
import { useEffect, useRef } from 'react'
import { OrderLinks } from '#admin/order/OrderLinks.tsx'
import { courierName } from '#admin/parcels/couriers.ts'
import { Button } from '#kit/form/Button.tsx'
import { tryAgain } from '#kit/remote/try-again.ts'
import { countOf } from '#kit/text.ts'
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
          <Button variant="primary" onClick={() => void view.retry()}>
            Retry
          </Button>
        </div>
      )}
      {view.step === 'done' && (
        <>
          <OrderLinks orders={view.leftOut}>Not in the file:</OrderLinks>
          <OrderLinks orders={view.changed.map((id) => ({ id }))}>
            In a file of these parcels before, with another row:
          </OrderLinks>
        </>
      )}
    </div>
  )
}

function statusText(view: FileView): string {
  switch (view.step) {
    case 'loading':
      return 'Making the file...'
    case 'cities':
      return `The file waits for the ${view.unknown.length === 1 ? 'city' : 'cities'} below.`
    case 'done':
      return fileSentence(courierName(view.batch.courier), countOf(view.count, 'order'))
    default:
      return ''
  }
}

function fileSentence(courier: string, orders: string): string {
  return `The file for ${courier} is downloaded, with ${orders}. Upload it in ${courier}’s portal, or take it to the counter: nothing is sent to ${courier} before.`
}
