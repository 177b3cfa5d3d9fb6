import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { LoadSheet } from './LoadSheet.tsx'
import { PackingSlips } from './PackingSlips.tsx'
import type { PrintingStore } from './printing.store.ts'

/** Opens the print dialog once the job is loaded, and removes its pages after printing. */
export function PrintedJob({ printing }: { printing: PrintingStore }) {
  const view = useStore(printing.$printing)
  const isReady = view.step === 'ready'

  useEffect(() => {
    if (!isReady) return
    addEventListener('afterprint', printing.clear)
    print()
    return () => removeEventListener('afterprint', printing.clear)
  }, [isReady, printing])

  if (!isReady) return null
  return view.job.what === 'slips' ? (
    <PackingSlips orders={view.job.orders} />
  ) : (
    <LoadSheet {...view.job} />
  )
}
