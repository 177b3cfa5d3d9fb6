import { buttonClass } from '#kit/form/Button.tsx'
import { formatMoney } from '#kit/money.ts'
import { paths } from '#paths.ts'

interface ShopNowBarProps {
  /** The name of the product. */
  name: string
  /** Minor units, for the quantity. */
  total: number
}

/**
 * Shop Now, and on small screens the price of the quantity, in a bar at the foot. Columns of one width: a longer price
 * moves nothing. Large text takes the name and the room around away, and puts a long price above the button.
 */
export function ShopNowBar({ name, total }: ShopNowBarProps) {
  return (
    <div className="bottom-bar @container flex-1">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 @max-[17rem]:gap-[8px]">
        <div className="flex-1 md:hidden">
          <p
            suppressHydrationWarning
            aria-hidden="true"
            className="text-xs text-muted @max-[17rem]:hidden"
          >
            {name}
          </p>
          <output
            htmlFor="field-quantity"
            className="block font-semibold text-amber text-lg tabular-nums @max-[17rem]:text-base"
          >
            <span suppressHydrationWarning className="sr-only">
              Price of this quantity:
            </span>{' '}
            <span translate="no">{formatMoney(total)}</span>
          </output>
        </div>
        <button
          suppressHydrationWarning
          type="submit"
          formAction={paths.checkout}
          className={`${buttonClass('primary')} flex-1 whitespace-nowrap @max-[17rem]:px-[8px]! @max-[17rem]:py-[4px]!`}
        >
          Shop Now
        </button>
      </div>
    </div>
  )
}
