import type { ContentLine } from '#admin/order/contents-text.ts'
import { A4Paper, PaperTable } from '#admin/print/Paper.tsx'
import type { PrintJob } from '#admin/print/printing.store.ts'
import { settings } from '#config/settings.ts'
import { countOf } from '#kit/text.ts'
import { lineKey } from '#order/order-lines.ts'

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

type Picked = Pick<ContentLine, 'name' | 'size' | 'quantity'>

/** How many of each are in several parcels together, the most frequent first. */
export function pickList(orders: readonly { items: readonly ContentLine[] }[]): Picked[] {
  const picked = new Map<string, Picked>()
  for (const line of orders.flatMap(({ items }) => items)) {
    const { name, size } = line
    const known = picked.get(lineKey(line))?.quantity ?? 0
    picked.set(lineKey(line), { name, size, quantity: known + line.quantity })
  }
  return [...picked.values()].sort((a, b) => b.quantity - a.quantity)
}
