import { courierName } from '#admin/order/couriers.ts'
import { settings } from '#config/settings.ts'
import { formatMoment } from '#kit/dates.ts'
import { formatMoney } from '#kit/money.ts'
import type { Order } from '#order/order.ts'
import { countUnits } from '#order/order-lines.ts'
import { amountToCollect } from '#order/sums.ts'
import { SUM_LABELS } from '#order/texts/sum-words.ts'
import { PrintedPages } from './PrintedPages.tsx'
import type { Places } from './printing.store.ts'

interface LoadSheetProps {
  orders: readonly Order[]
  /** The id of the courier. */
  courier: string | undefined
  /** ISO timestamp of the batch. */
  at: string
  places: Places
}

/** What the courier's rider takes along, with lines to sign on. */
export function LoadSheet({ orders, courier, at, places }: LoadSheetProps) {
  const units = orders.reduce((sum, { items }) => sum + countUnits(items), 0)
  const amount = orders.reduce((sum, order) => sum + amountToCollect(order), 0)
  return (
    <PrintedPages paper="a4">
      <article className="load-sheet grid gap-6">
        <div className="flex flex-wrap justify-between gap-4">
          <div>
            <p className="font-heading text-h2">Load sheet</p>
            <p>{[settings.name, settings.address, settings.phone].filter(Boolean).join(' · ')}</p>
          </div>
          <p className="text-end">
            <strong className="block text-h3">{courier && courierName(courier)}</strong>
            {formatMoment(at)}
          </p>
        </div>
        <table className="w-full text-start tabular-nums">
          <thead>
            <tr>
              {['No.', 'Order', 'Name', 'City', 'Units', SUM_LABELS.toCollect].map((name, nth) => (
                <th key={name} scope="col" className={nth > 3 ? 'text-end' : ''}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {orders.map((order) => (
              <tr key={order.id}>
                <td>{places.get(order.id)}</td>
                <td>
                  {order.id}
                  {order.trackingNumber && <span className="block">{order.trackingNumber}</span>}
                </td>
                <td>
                  <bdi>{order.shippingAddress.fullName}</bdi>
                </td>
                <td>
                  <bdi>{order.shippingAddress.city}</bdi>
                </td>
                <td className="text-end">{countUnits(order.items)}</td>
                <td className="text-end">{formatMoney(amountToCollect(order))}</td>
              </tr>
            ))}
          </tbody>
          {/* A tfoot would repeat the sums on every page. */}
          <tbody className="font-semibold">
            <tr>
              <td colSpan={4}>{orders.length === 1 ? '1 parcel' : `${orders.length} parcels`}</td>
              <td className="text-end">{units}</td>
              <td className="text-end">{formatMoney(amount)}</td>
            </tr>
          </tbody>
        </table>
        <div className="signatures grid gap-x-8 gap-y-12">
          {[
            'Name of the rider',
            'Signature of the rider',
            'Date and time',
            'Signature of the shop',
          ].map((line) => (
            <p key={line} className="border-t border-edge pt-1">
              {line}
            </p>
          ))}
        </div>
      </article>
    </PrintedPages>
  )
}
