import { formatMoney } from '#kit/money.ts'
import { paths } from '#paths.ts'
import { CartQuantity } from './CartQuantity.tsx'
import { RemoveButton } from './RemoveButton.tsx'
import type { ShownLine } from './removed-lines.ts'

const COLUMNS = ['Size', 'Price', 'Quantity', 'Total']

/** A table, laid out as cards on narrow screens. */
export function CartTable({ lines }: { lines: readonly ShownLine[] }) {
  return (
    <table className="block w-full md:table">
      <caption className="sr-only">The items in your cart</caption>
      <thead className="sr-only md:not-sr-only md:table-header-group">
        <tr className="border-b border-line text-start">
          <th scope="col" colSpan={2} className="py-3 font-medium">
            Product
          </th>
          {COLUMNS.map((column) => (
            <th key={column} scope="col" className="py-3 pe-4 font-medium">
              {column}
            </th>
          ))}
          <th scope="col">
            <span className="sr-only">Remove</span>
          </th>
        </tr>
      </thead>
      <tbody className="block md:table-row-group">
        {lines.map((line) => (
          <CartRow key={`${line.item.id} ${line.item.size}`} line={line} />
        ))}
      </tbody>
    </table>
  )
}

function CartRow({ line }: { line: ShownLine }) {
  const { item, isRemoved } = line
  const nameId = `cart-${item.id}`
  return (
    <tr className="grid grid-cols-[min(4rem,20%)_minmax(0,1fr)_auto] items-center gap-x-[12px] gap-y-1 border-b border-line py-5 md:table-row">
      <td className="row-span-3 self-start md:w-24 md:py-4">
        <img
          src={item.image}
          alt=""
          width={64}
          height={80}
          className={`rounded-sm bg-plate ${isRemoved ? 'opacity-50' : ''}`}
        />
      </td>
      <th scope="row" className="col-span-2 text-start font-medium md:pe-4">
        <a id={nameId} href={paths.product(item.id)} className="hover:underline">
          {item.name}
        </a>
      </th>
      <td className="col-span-2 col-start-2 row-start-2 pe-14 text-muted md:pe-4">
        <bdi>{item.size}</bdi>
      </td>
      <td className="col-span-2 col-start-2 row-start-2 text-end tabular-nums md:pe-4 md:text-start">
        {!isRemoved && formatMoney(item.price)}
      </td>
      <td className="md:pe-4">
        <CartQuantity line={line} nameId={nameId} />
      </td>
      <td className="order-last col-span-3 text-end font-semibold tabular-nums md:pe-4 md:text-start">
        {!isRemoved && formatMoney(item.price * item.quantity)}
      </td>
      <td className="justify-self-end">
        <RemoveButton line={line} />
      </td>
    </tr>
  )
}
