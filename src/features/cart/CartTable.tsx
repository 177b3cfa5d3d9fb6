import { CartRow } from './CartRow.tsx'
import type { Cart } from './cart.ts'

export interface CartTableProps {
  cart: Cart
  onQuantity: (id: string, size: string, quantity: number) => void
  onRemove: (id: string, size: string) => void
}

const COLUMNS = ['Size', 'Price', 'Quantity', 'Total']

/** A table that is laid out as cards on a phone, where six columns would not fit. */
export function CartTable({ cart, onQuantity, onRemove }: CartTableProps) {
  return (
    <table className="block w-full md:table">
      <caption className="sr-only">The items in your cart</caption>
      <thead className="sr-only md:not-sr-only md:table-header-group">
        <tr className="border-b border-line text-left">
          <th scope="col" colSpan={2} className="py-3 font-medium">
            Product
          </th>
          {COLUMNS.map((column) => (
            <th key={column} scope="col" className="py-3 pr-4 font-medium">
              {column}
            </th>
          ))}
          <th scope="col">
            <span className="sr-only">Remove</span>
          </th>
        </tr>
      </thead>
      <tbody className="block md:table-row-group">
        {cart.items.map((item) => (
          <CartRow
            key={`${item.id} ${item.size}`}
            item={item}
            onQuantity={(quantity) => onQuantity(item.id, item.size, quantity)}
            onRemove={() => onRemove(item.id, item.size)}
          />
        ))}
      </tbody>
    </table>
  )
}
