import { A4Paper, PaperTable } from '#admin/print/Paper.tsx'
import type { PrintJob } from '#admin/print/printing.store.ts'
import { settings } from '#config/settings.ts'
import { countOf } from '#kit/text.ts'
import { pickList } from './pick-list.ts'

/** What to take from the shelf for all parcels together, with a box to tick. */
export function PickList({ orders, batch }: PrintJob) {
  return (
    <A4Paper title="Pick list" whose={batch?.name} more={settings.name}>
      <PaperTable
        rows={pickList(orders)}
        keyOf={({ name, size }) => `${name} ${size}`}
        columns={[
          ['Quantity', ({ quantity }) => <span className="text-h3">{quantity}</span>],
          ['Size', ({ size }) => <bdi>{size}</bdi>],
          ['Product', ({ name }) => name],
          ['Taken', () => '□'],
        ]}
      />
      <p>{countOf(orders.length, 'parcel')}</p>
    </A4Paper>
  )
}
