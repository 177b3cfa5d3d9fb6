import { formatMoney } from '#kit/money.ts'
import { paths } from '#paths.ts'
import { CartQuantity } from './CartQuantity.tsx'
import { lineId } from './cart.ts'
import { PairOffer } from './PairOffer.tsx'
import { RemoveButton } from './RemoveButton.tsx'
import type { ShownLine } from './removed-lines.ts'

interface CartLineProps {
  line: ShownLine
  /** Whether a pair is also offered to one unit. */
  isOfferedAhead?: boolean
}

/** A line of the cart where there is no room for a table. Prerendered as a template, which fill-cart.ts fills in. */
export function CartLine({ line, isOfferedAhead = false }: CartLineProps) {
  const { item, isRemoved } = line
  const nameId = lineId(item)
  return (
    <li className="flex flex-wrap gap-4 py-4">
      <img
        src={item.image}
        alt=""
        width={96}
        height={120}
        className={`w-[min(6rem,30%)] self-start rounded-sm bg-plate ${isRemoved ? 'opacity-50' : ''}`}
      />
      <div className="flex-1 basis-36">
        <div className="flex flex-wrap justify-between gap-x-3">
          <div className="flex-1 basis-20">
            <a
              id={nameId}
              href={paths.product(item.id)}
              translate="no"
              data-line="name"
              className="font-medium hover:underline"
            >
              {item.name}
            </a>
            <p className="text-sm text-muted">
              <bdi translate="no" data-line="size">
                {item.size}
              </bdi>
            </p>
          </div>
          <p translate="no" data-line="sum" className="font-semibold tabular-nums">
            {isRemoved ? '' : formatMoney(item.price * item.quantity)}
          </p>
        </div>
        <div className="mt-2 flex flex-wrap items-center justify-between gap-x-3">
          <div>
            <CartQuantity line={line} nameId={nameId} />
          </div>
          <RemoveButton line={line} />
        </div>
        <PairOffer line={line} isAhead={isOfferedAhead} className="mt-3 max-w-80" />
      </div>
    </li>
  )
}
