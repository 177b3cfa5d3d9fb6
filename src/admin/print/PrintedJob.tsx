import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { LeftOutNotice } from './LeftOutNotice.tsx'
import { LoadSheet } from './LoadSheet.tsx'
import { PackingSlips } from './PackingSlips.tsx'
import { PickList } from './PickList.tsx'
import type { PrintingStore, PrintJob } from './printing.store.ts'

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
      <LeftOutNotice printing={printing} />
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
