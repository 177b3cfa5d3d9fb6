import { useStore } from '@nanostores/react'
import { type ComponentType, type ReactNode, useEffect } from 'react'
import { OrderLinks } from '#admin/order/OrderLinks.tsx'
import { Button } from '#kit/form/Button.tsx'
import { tryAgain } from '#kit/remote/try-again.ts'
import { countOf } from '#kit/text.ts'
import { PackingSlips } from './PackingSlips.tsx'
import type { PrintingStore, PrintJob } from './printing.store.ts'

interface PrintedJobProps {
  printing: PrintingStore
  /** What is printed besides slips, by `what` of its job. */
  papers?: Record<string, ComponentType<PrintJob>>
  /** What the menu of the browser prints meanwhile, in place of the page. */
  children?: ReactNode
}

/**
 * Opens the print dialog once the job is loaded, and removes its pages after printing. Says that it is being loaded, or
 * could not be, and names what it left out.
 */
export function PrintedJob({ printing, papers = {}, children }: PrintedJobProps) {
  const view = useStore(printing.$printing)
  const isReady = view.step === 'ready'
  const Paper = (isReady && papers[view.job.what]) || PackingSlips

  useEffect(() => {
    if (!isReady) return
    addEventListener('afterprint', printing.clear)
    print()
    return () => removeEventListener('afterprint', printing.clear)
  }, [isReady, printing])

  return (
    <div>
      <p role="status" className="empty:hidden">
        {view.step === 'collecting' && 'Preparing to print...'}
      </p>
      <div role="alert" className="empty:hidden">
        {view.step === 'failed' &&
          `The orders to print could not be loaded. ${tryAgain(view.error)}`}
        <LeftOutNotice printing={printing} />
      </div>
      {isReady ? <Paper {...view.job} /> : children}
    </div>
  )
}

/** Names the orders that were not printed, since they may not leave. Those that are only asked about can be added. */
function LeftOutNotice({ printing }: { printing: PrintingStore }) {
  const view = useStore(printing.$printing)
  const leftOut = 'leftOut' in view ? view.leftOut : []
  const asked = leftOut.filter(({ isAsked }) => isAsked)
  if (leftOut.length === 0) return null
  return (
    <div className="max-h-[40dvh] overflow-y-auto rounded-lg border border-danger p-3">
      <OrderLinks orders={leftOut}>
        <strong>
          {view.step === 'nothing' ? 'Nothing was printed. ' : ''}
          {countOf(leftOut.length, 'order')} left out:
        </strong>
      </OrderLinks>
      {asked.length > 0 && view.step !== 'ready' && (
        <Button className="mt-3" onClick={() => void printing.printAsked()}>
          Print {countOf(asked.length, 'order')} all the same
        </Button>
      )}
    </div>
  )
}
