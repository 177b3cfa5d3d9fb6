import { useStore } from '@nanostores/react'
import { courierName } from '#admin/parcels/couriers.ts'
import { formatSum } from '#config/currency.ts'
import { settings } from '#config/settings.ts'
import { formatDay } from '#kit/dates.ts'
import { OPTIONAL_FIELDS, REQUIRED_FIELDS } from '#order/address/address.ts'
import { sumsOfSlip } from '#order/cash.ts'
import type { Order } from '#order/order.ts'
import { lineKey } from '#order/order-lines.ts'
import { amountToCollect } from '#order/sums.ts'
import { AddressLines } from '#order/view/AddressLines.tsx'
import { toBarcode } from './code128.ts'
import { PaperTable, PrintedPages } from './Paper.tsx'
import { $paper } from './paper.store.ts'
import type { PrintJob } from './printing.store.ts'

/** Slips on the paper that is chosen on this device: two on an A4 page, or one on a label. */
export function PackingSlips({ orders, batch }: PrintJob) {
  const paper = useStore($paper)
  return (
    <PrintedPages paper={paper}>
      {orders.map((order) => (
        <PackingSlip key={order.id} order={order} place={batch?.places.get(order.id)} />
      ))}
    </PrintedPages>
  )
}

/** The paper on the parcel: sender, address, content, and what the courier collects. */
function PackingSlip({ order, place }: { order: Order; place: number | undefined }) {
  const { id, date, items, shippingAddress, replaces, courier, trackingNumber } = order
  const isPaid = amountToCollect(order) === 0
  const sums = sumsOfSlip(order)
  return (
    <article className="packing-slip">
      <div className="flex justify-between gap-4">
        <p>
          <span className="slip-label">From, and return address</span>
          <strong className="block font-heading text-h3">{settings.name}</strong>
          {[settings.address, settings.phone].filter(Boolean).map((line) => (
            <bdi key={line} className="block">
              {line}
            </bdi>
          ))}
        </p>
        <div className="shrink-0 text-end">
          <strong className="block text-h3">Order {id}</strong>
          {formatDay(date)}
          {place && <span className="block">No. {place}</span>}
          {courier && <span className="block">Courier: {courierName(courier)}</span>}
          {trackingNumber && <span className="block">Tracking number: {trackingNumber}</span>}
        </div>
      </div>
      <div className="flex items-start justify-between gap-4">
        <div className="min-w-0">
          <span className="slip-label">To</span>
          <AddressLines
            address={shippingAddress}
            without={OPTIONAL_FIELDS}
            className="slip-address"
          />
          <AddressLines address={shippingAddress} without={REQUIRED_FIELDS} />
        </div>
        <OrderBarcode id={id} />
      </div>
      <PaperTable
        rows={items}
        keyOf={lineKey}
        columns={[
          ['Quantity', ({ quantity }) => quantity],
          ['Size', ({ size }) => <bdi>{size}</bdi>],
          ['Product', ({ name }) => name],
        ]}
      />
      <div className="slip-amount tabular-nums">
        <div>
          {/* Whoever opens a gift that is paid reads no price. */}
          {isPaid && (
            <p className="text-h3 font-semibold">
              {replaces ? 'Replacement, nothing to collect' : 'Paid: nothing to collect'}
            </p>
          )}
          {(isPaid ? [] : sums).map(({ name, label, amount }) => (
            <p
              key={name}
              className={`flex justify-between gap-4 ${name === 'toCollect' ? 'text-h3 font-semibold' : ''}`}
            >
              <span>{label}</span>
              <span>{formatSum(amount)}</span>
            </p>
          ))}
        </div>
        {settings.mayOpenParcel && !isPaid && <p>May be opened before it is paid.</p>}
      </div>
    </article>
  )
}

/** The id as a code for scanners. */
function OrderBarcode({ id }: { id: string }) {
  const { width, path } = toBarcode(id)
  return (
    <svg
      role="img"
      aria-label={`Code of order ${id}`}
      viewBox={`0 0 ${width} 1`}
      preserveAspectRatio="none"
      shapeRendering="crispEdges"
      className="slip-code"
    >
      <path d={path} />
    </svg>
  )
}
