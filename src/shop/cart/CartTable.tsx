import type { ReactNode } from 'react'
import { formatMoney } from '#kit/money.ts'
import { paths } from '#paths.ts'
import { CartQuantity } from './CartQuantity.tsx'
import { lineId } from './cart.ts'
import { PairOffer, usePairOffer } from './PairOffer.tsx'
import { RemoveButton } from './RemoveButton.tsx'
import type { ShownLine } from './removed-lines.ts'

const COLUMNS = ['Size', 'Price', 'Quantity', 'Total']

/** A table, which scrolls sideways where large text leaves it no room; on narrow screens cards, and then one column. */
export function CartTable({ children }: { children: ReactNode }) {
  return (
    <div className="@container relative min-w-0 md:overflow-x-auto">
      <table className="block w-full border-collapse md:table">
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
        {children}
      </table>
    </div>
  )
}

export const CART_ROWS = 'block border-b border-line md:table-row-group'

/**
 * A line of the cart. On a phone it has the price of one unit only where there are several. Prerendered as a template, which
 * fill-cart.ts fills in.
 */
export function CartRow({ line }: { line: ShownLine }) {
  const { item, isRemoved } = line
  const nameId = lineId(item)
  const offer = usePairOffer(line)
  return (
    <>
      <tr
        data-units={item.quantity}
        className="group grid grid-cols-[min(6rem,30%)_minmax(0,1fr)_auto] gap-x-4 gap-y-1 border-t border-line py-5 first-of-type:border-t-0 max-md:@max-[15rem]:flex max-md:@max-[15rem]:flex-col max-md:@max-[15rem]:items-start md:table-row md:*:py-5 md:*:pe-4 md:*:align-top"
      >
        <td className="row-span-3 md:w-28">
          <img
            src={item.image}
            alt=""
            width={96}
            height={120}
            className={`rounded-sm bg-plate ${isRemoved ? 'opacity-50' : ''}`}
          />
        </td>
        <th scope="row" className="text-start font-medium md:min-w-40">
          <a
            id={nameId}
            href={paths.product(item.id)}
            translate="no"
            data-line="name"
            className="hover:underline"
          >
            {item.name}
          </a>
        </th>
        <td className="col-start-2 row-start-2 text-muted">
          <bdi translate="no" data-line="size">
            {item.size}
          </bdi>
        </td>
        <td className="col-start-3 row-start-2 text-end tabular-nums max-md:text-sm max-md:text-muted max-md:group-data-[units='1']:hidden md:text-start">
          <span translate="no" data-line="price">
            {isRemoved ? '' : formatMoney(item.price)}
          </span>
          <span className="md:hidden">{isRemoved ? '' : ' each'}</span>
        </td>
        <td className="col-span-2 col-start-2 row-start-3 md:pt-2!">
          <CartQuantity line={line} nameId={nameId} />
        </td>
        <td className="col-start-3 row-start-1 text-end font-semibold tabular-nums md:text-start">
          <span translate="no" data-line="sum">
            {isRemoved ? '' : formatMoney(item.price * item.quantity)}
          </span>
        </td>
        <td className="col-start-3 row-start-3 self-start justify-self-end md:pt-2!">
          <RemoveButton line={line} />
        </td>
      </tr>
      <tr data-offer hidden={!offer} className="block md:table-row">
        <td colSpan={COLUMNS.length + 3} className="block md:table-cell md:ps-28 md:pe-4">
          <PairOffer line={line} className="mb-5 md:grid-cols-[1fr_auto] md:items-center" />
        </td>
      </tr>
    </>
  )
}
