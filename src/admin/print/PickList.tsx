import { pickList } from '#admin/order/contents.ts'
import { settings } from '#config/settings.ts'
import type { Order } from '#order/order.ts'
import { PrintedPages } from './PrintedPages.tsx'

interface PickListProps {
  orders: readonly Order[]
  title: string
}

/** What to take from the shelf for all parcels together, with a box to tick. */
export function PickList({ orders, title }: PickListProps) {
  return (
    <PrintedPages paper="a4">
      <article className="load-sheet grid gap-6">
        <div className="flex flex-wrap justify-between gap-4">
          <p className="font-heading text-h2">Pick list</p>
          <p className="text-end">
            <strong className="block text-h3">{title}</strong>
            {settings.name}
          </p>
        </div>
        <table className="w-full text-start tabular-nums">
          <thead>
            <tr>
              {['Quantity', 'Size', 'Product', 'Taken'].map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {pickList(orders).map(({ name, size, quantity }) => (
              <tr key={`${name} ${size}`}>
                <td className="text-h3">{quantity}</td>
                <td>
                  <bdi>{size}</bdi>
                </td>
                <td>{name}</td>
                <td>□</td>
              </tr>
            ))}
          </tbody>
        </table>
        <p>{orders.length === 1 ? '1 parcel' : `${orders.length} parcels`}</p>
      </article>
    </PrintedPages>
  )
}
