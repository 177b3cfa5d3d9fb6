import { paths } from '#paths.ts'
import { formatMoney } from '#shared/money.ts'
import { TrashIcon } from '#ui/icons.tsx'
import { QuantityStepper } from '#ui/QuantityStepper.tsx'
import type { CartItem } from './cart.ts'

export interface CartRowProps {
  item: CartItem
  onQuantity: (quantity: number) => void
  onRemove: () => void
}

export function CartRow({ item, onQuantity, onRemove }: CartRowProps) {
  const nameId = `cart-${item.id}`
  return (
    <tr className="grid grid-cols-[5rem_1fr_auto] gap-x-4 gap-y-1 border-b border-line py-5 md:table-row">
      <th scope="row" className="contents text-left font-normal md:table-cell md:py-4 md:pr-4">
        <span className="md:flex md:items-center md:gap-4">
          <img
            src={item.image}
            alt=""
            width={80}
            height={100}
            className="row-span-4 rounded-sm bg-plate"
          />
          <a id={nameId} href={paths.product(item.id)} className="font-medium hover:underline">
            {item.name}
          </a>
        </span>
      </th>
      <td className="text-muted md:pr-4">{item.size}</td>
      <td className="tabular-nums md:pr-4">{formatMoney(item.price)}</td>
      <td className="md:pr-4">
        <QuantityStepper quantity={item.quantity} onChange={onQuantity} describedAs={nameId} />
      </td>
      <td className="font-semibold tabular-nums md:pr-4">
        {formatMoney(item.price * item.quantity)}
      </td>
      <td>
        <button
          type="button"
          aria-label={`Remove ${item.name}`}
          onClick={onRemove}
          className="grid size-touch place-items-center rounded-md text-muted hover:bg-sand hover:text-danger"
        >
          <TrashIcon />
        </button>
      </td>
    </tr>
  )
}
