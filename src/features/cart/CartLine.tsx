import { paths } from '#paths.ts'
import { formatMoney } from '#shared/money.ts'
import { CartQuantity } from './CartQuantity.tsx'
import { RemoveButton } from './RemoveButton.tsx'
import type { ShownLine } from './removed-lines.ts'

/** A line of the cart where there is no room for a table. */
export function CartLine({ line }: { line: ShownLine }) {
  const { item, isRemoved } = line
  const nameId = `cart-${item.id}`
  return (
    <li className="grid grid-cols-[4rem_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 py-4">
      <img
        src={item.image}
        alt=""
        width={64}
        height={80}
        className={`row-span-2 self-start rounded-sm bg-plate ${isRemoved ? 'opacity-50' : ''}`}
      />
      <div>
        <a id={nameId} href={paths.product(item.id)} className="font-medium hover:underline">
          {item.name}
        </a>
        <p className="text-sm text-muted">{item.size}</p>
      </div>
      <p className="self-start text-right font-semibold tabular-nums">
        {!isRemoved && formatMoney(item.price * item.quantity)}
      </p>
      <div className="justify-self-start">
        <CartQuantity line={line} nameId={nameId} />
      </div>
      <div className="justify-self-end">
        <RemoveButton line={line} />
      </div>
    </li>
  )
}
