import { courierName } from '#admin/parcels/couriers.ts'
import { A4Paper, PaperTable } from '#admin/print/Paper.tsx'
import type { PrintJob } from '#admin/print/printing.store.ts'
import { settings } from '#config/settings.ts'
import { formatMoment } from '#kit/dates.ts'
import { formatMoney } from '#kit/money.ts'
import { countOf } from '#kit/text.ts'
import { countUnits } from '#order/order-lines.ts'
import { amountToCollect } from '#order/sums.ts'
import { SUM_LABELS } from '#order/texts/sum-words.ts'

/**
 * What the courier's rider takes along, with lines to sign on. A long name takes more lines, and no room of the ids,
 * numbers and cities, whose words stay whole.
 */
export function LoadSheet({ orders, batch }: PrintJob) {
  const units = orders.reduce((sum, { items }) => sum + countUnits(items), 0)
  const amount = orders.reduce((sum, order) => sum + amountToCollect(order), 0)
  return (
    <A4Paper
      title="Load sheet"
      beneath={
        <p>{[settings.name, settings.address, settings.phone].filter(Boolean).join(' · ')}</p>
      }
      whose={batch && courierName(batch.courier)}
      more={batch && formatMoment(batch.at)}
    >
      <PaperTable
        rows={orders}
        keyOf={({ id }) => id}
        figures={['Units', SUM_LABELS.toCollect]}
        columns={[
          ['No.', ({ id }) => batch?.places.get(id)],
          [
            'Order',
            ({ id, trackingNumber }) => (
              <div className="min-w-36">
                {id}
                {trackingNumber && <span className="block">{trackingNumber}</span>}
              </div>
            ),
          ],
          ['Name', ({ shippingAddress }) => <bdi>{shippingAddress.fullName}</bdi>],
          [
            'City',
            ({ shippingAddress }) => (
              <div className="min-w-28">
                <bdi>{shippingAddress.city}</bdi>
              </div>
            ),
          ],
          ['Units', ({ items }) => countUnits(items)],
          [SUM_LABELS.toCollect, (order) => formatMoney(amountToCollect(order))],
        ]}
      >
        <tbody className="font-semibold">
          <tr>
            <td colSpan={4}>{countOf(orders.length, 'parcel')}</td>
            <td className="text-end">{units}</td>
            <td className="text-end">{formatMoney(amount)}</td>
          </tr>
        </tbody>
      </PaperTable>
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
    </A4Paper>
  )
}
