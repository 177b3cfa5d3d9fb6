import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { formatCount } from '#admin/order/orders.ts'
import { Button } from '#kit/form/Button.tsx'
import { paths } from '#paths.ts'
import { LoadSheet } from './LoadSheet.tsx'
import { PackingSlips } from './PackingSlips.tsx'
import { PickList } from './PickList.tsx'
import type { Printing, PrintingStore, PrintJob } from './printing.store.ts'

/** Opens the print dialog once the job is loaded, removes its pages after printing, and names what it left out. */
export function PrintedJob({ printing }: { printing: PrintingStore }) {
  const view = useStore(printing.$printing)
  const isReady = view.step === 'ready'

  useEffect(() => {
    if (!isReady) return
    addEventListener('afterprint', printing.clear)
    print()
    return () => removeEventListener('afterprint', printing.clear)
  }, [isReady, printing])

  return (
    <>
      <LeftOutNotice view={view} printing={printing} />
      {isReady && <Job job={view.job} />}
    </>
  )
}

function Job({ job }: { job: PrintJob }) {
  switch (job.what) {
    case 'slips':
      return <PackingSlips {...job} />
    case 'load sheet':
      return <LoadSheet {...job} />
    case 'pick list':
      return <PickList {...job} />
  }
}

/** Names the orders that were not printed, since they may not leave. Those that are only asked about can be added. */
function LeftOutNotice({ view, printing }: { view: Printing; printing: PrintingStore }) {
  const leftOut = 'leftOut' in view ? view.leftOut : []
  const asked = leftOut.filter(({ isAsked }) => isAsked)
  return (
    <div role="alert" data-no-print>
      {leftOut.length > 0 && (
        <div className="rounded-lg border border-danger p-3">
          <p className="font-semibold">
            {view.step === 'nothing' ? 'Nothing was printed. ' : ''}
            {formatCount(leftOut.length)} left out:
          </p>
          <ul>
            {leftOut.map(({ id, why }) => (
              <li key={id}>
                <a href={paths.adminOrder(id)} className="text-link">
                  {id}
                </a>
                : {why}
              </li>
            ))}
          </ul>
          {asked.length > 0 && view.step !== 'ready' && (
            <Button variant="secondary" className="mt-3" onClick={() => void printing.printAsked()}>
              Print {formatCount(asked.length)} all the same
            </Button>
          )}
        </div>
      )}
    </div>
  )
}

/** Says that the orders to print are being loaded, or could not be. Stands beside the buttons that print. */
export function PrintingStatus({ printing }: { printing: PrintingStore }) {
  const { step } = useStore(printing.$printing)
  return (
    <>
      <p role="status" className="empty:hidden">
        {step === 'collecting' && 'Preparing to print...'}
      </p>
      {step === 'failed' && <p role="alert">The orders to print could not be loaded.</p>}
    </>
  )
}
