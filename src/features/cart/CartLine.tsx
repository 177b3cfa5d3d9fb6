import { paths } from '#paths.ts'
import { formatMoney } from '#shared/money.ts'
import { TrashIcon } from '#ui/icons.tsx'
import { QuantityStepper } from '#ui/QuantityStepper.tsx'
import type { CartRowProps } from './CartTable.tsx'

/** A line of the cart where there is no room for a table. */
export function CartLine({ item, onQuantity, onRemove }: CartRowProps) {
  const nameId = `cart-${item.id}`
  return (
    <li className="grid grid-cols-[4rem_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 py-4">
      <img
        src={item.image}
        alt=""
        width={64}
        height={80}
        className="row-span-2 self-start rounded-sm bg-plate"
      />
      <div>
        <a id={nameId} href={paths.product(item.id)} className="font-medium hover:underline">
          {item.name}
        </a>
        <p className="text-sm text-muted">{item.size}</p>
      </div>
      <p className="self-start text-right font-semibold tabular-nums">
        {formatMoney(item.price * item.quantity)}
      </p>
      <div className="justify-self-start">
        <QuantityStepper quantity={item.quantity} onChange={onQuantity} describedAs={nameId} />
      </div>
      <button
        type="button"
        aria-label={`Remove ${item.name}`}
        onClick={onRemove}
        className="grid size-touch place-items-center justify-self-end rounded-md text-muted hover:bg-sand hover:text-danger"
      >
        <TrashIcon />
      </button>
    </li>
  )
}
