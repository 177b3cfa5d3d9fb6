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
    <tr className="grid grid-cols-[4rem_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 border-b border-line py-5 md:table-row">
      <td className="row-span-3 self-start md:w-24 md:py-4">
        <img src={item.image} alt="" width={64} height={80} className="rounded-sm bg-plate" />
      </td>
      <th scope="row" className="col-span-2 text-left font-medium md:pr-4">
        <a id={nameId} href={paths.product(item.id)} className="hover:underline">
          {item.name}
        </a>
      </th>
      <td className="text-muted md:pr-4">{item.size}</td>
      <td className="text-right tabular-nums md:pr-4 md:text-left">{formatMoney(item.price)}</td>
      <td className="md:pr-4">
        <QuantityStepper quantity={item.quantity} onChange={onQuantity} describedAs={nameId} />
      </td>
      <td className="order-last col-span-3 text-right font-semibold tabular-nums md:pr-4 md:text-left">
        {formatMoney(item.price * item.quantity)}
      </td>
      <td className="justify-self-end">
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
