import { type ReactNode, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Order } from '#order/order.ts'
import { PackingSlips } from './PackingSlips.tsx'
import { PrintedOrder } from './PrintedOrder.tsx'

type Printed = 'order' | 'slip'

/** Prints the order, or its packing slip. The menu of the browser prints the order. `paper` stands on the page. */
export function usePrintOrder(order: Order): { open: (what: Printed) => void; paper: ReactNode } {
  const [printed, setPrinted] = useState<Printed>('order')

  useEffect(() => {
    const end = () => setPrinted('order')
    addEventListener('afterprint', end)
    return () => removeEventListener('afterprint', end)
  }, [])

  function open(what: Printed): void {
    flushSync(() => setPrinted(what))
    print()
  }

  const paper =
    printed === 'slip' ? <PackingSlips orders={[order]} /> : <PrintedOrder order={order} />
  return { open, paper }
}
