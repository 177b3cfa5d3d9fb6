import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { createPortal } from 'react-dom'
import { settings } from '#config/settings.ts'
import { AddressLines } from '#features/orders/AddressLines.tsx'
import type { Order } from '#features/orders/order.ts'
import { formatDay } from '#shared/dates.ts'
import { formatMoney } from '#shared/money.ts'
import type { PrintingStore } from './printing.store.ts'

/** One slip per page, printed instead of everything else (print.css). */
export function PackingSlips({ orders }: { orders: readonly Order[] }) {
  return createPortal(
    <div className="print-sheet">
      {orders.map((order) => (
        <PackingSlip key={order.id} order={order} />
      ))}
    </div>,
    document.body,
  )
}

/** Opens the print dialog once the slips are loaded, and removes them after printing. */
export function PrintedSelection({ printing }: { printing: PrintingStore }) {
  const view = useStore(printing.$printing)
  const isReady = view.step === 'ready'

  useEffect(() => {
    if (!isReady) return
    addEventListener('afterprint', printing.clear)
    print()
    return () => removeEventListener('afterprint', printing.clear)
  }, [isReady, printing])

  return isReady ? <PackingSlips orders={view.orders} /> : null
}

/** The paper in the parcel: its content, its address, and what the courier collects. */
function PackingSlip({ order }: { order: Order }) {
  const { id, date, items, total, trackingNumber, shippingAddress } = order
  return (
    <article className="packing-slip grid gap-6 p-4 [overflow-wrap:anywhere]">
      <div className="flex flex-wrap justify-between gap-4 border-b border-edge pb-4">
        <p className="font-heading text-h2">{settings.name}</p>
        <p className="text-right">
          <strong className="block text-h3">Order {id}</strong>
          {formatDay(date)}
          {trackingNumber && <span className="block">Tracking number: {trackingNumber}</span>}
        </p>
      </div>
      <AddressLines address={shippingAddress} className="*:first:text-h3 *:first:font-semibold" />
      <table className="w-full text-left">
        <thead>
          <tr className="border-b border-edge">
            <th scope="col">Quantity</th>
            <th scope="col">Size</th>
            <th scope="col">Product</th>
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <tr key={`${item.id} ${item.size}`} className="border-b border-line">
              <td className="py-1 tabular-nums">{item.quantity}</td>
              <td className="py-1">{item.size}</td>
              <td className="py-1">{item.name}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="flex justify-between text-h3 font-semibold tabular-nums">
        <span>Amount to collect</span>
        <span>{formatMoney(total)}</span>
      </p>
    </article>
  )
}
