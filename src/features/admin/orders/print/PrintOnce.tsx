import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { PrintSheet } from './PrintSheet.tsx'
import type { PrintingStore } from './printing.store.ts'

/** Opens the print dialog over the slips once they are there, and takes them away after it. */
export function PrintOnce({ printing }: { printing: PrintingStore }) {
  const view = useStore(printing.$printing)
  const isReady = view.step === 'ready'

  useEffect(() => {
    if (!isReady) return
    addEventListener('afterprint', printing.clear)
    print()
    return () => removeEventListener('afterprint', printing.clear)
  }, [isReady, printing])

  return isReady ? <PrintSheet orders={view.orders} /> : null
}
