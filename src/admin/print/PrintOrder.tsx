import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { Button } from '#kit/form/Button.tsx'
import type { Order } from '#order/order.ts'
import { PackingSlips } from './PackingSlips.tsx'
import { PaperSelect } from './PaperSelect.tsx'
import { PrintedOrder } from './PrintedOrder.tsx'

type Printed = 'order' | 'slip'

/** Prints the order, or its packing slip. The menu of the browser prints the order. */
export function PrintOrder({ order }: { order: Order }) {
  const [printed, setPrinted] = useState<Printed>('order')

  useEffect(() => {
    const end = () => setPrinted('order')
    addEventListener('afterprint', end)
    return () => removeEventListener('afterprint', end)
  }, [])

  function openDialog(what: Printed): void {
    flushSync(() => setPrinted(what))
    print()
  }

  return (
    <div className="flex min-w-0 flex-wrap items-center gap-3 md:ms-auto [&>label]:grow [&>label]:basis-48">
      <Button variant="secondary" onClick={() => openDialog('order')}>
        Print
      </Button>
      <Button variant="secondary" onClick={() => openDialog('slip')}>
        Print slip
      </Button>
      <PaperSelect />
      {printed === 'slip' ? <PackingSlips orders={[order]} /> : <PrintedOrder order={order} />}
    </div>
  )
}
