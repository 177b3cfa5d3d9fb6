import { settings } from '#config/settings.ts'
import { formatMoney } from '#kit/money.ts'
import { type Size, sellingPrice } from './price-list.ts'

export interface PriceProps {
  size: Pick<Size, 'price' | 'discountPrice'>
  className?: string
}

/** The price asked, the regular one struck through beside it, and both in words for screen readers. */
export function Price({ size, className = '' }: PriceProps) {
  const { price, discountPrice } = size
  if (discountPrice === undefined || !settings.shows.discounts) {
    return (
      <p translate="no" className={`text-amber tabular-nums ${className}`}>
        {formatMoney(sellingPrice(size))}
      </p>
    )
  }
  return (
    <p className={`flex flex-wrap items-baseline gap-x-2 tabular-nums ${className}`}>
      <span suppressHydrationWarning className="sr-only">
        {`Regular price ${formatMoney(price)}, sale price ${formatMoney(discountPrice)}`}
      </span>
      <span aria-hidden="true" translate="no" className="font-semibold text-amber">
        {formatMoney(discountPrice)}
      </span>
      <s aria-hidden="true" translate="no" className="text-[0.8em] text-muted">
        {formatMoney(price)}
      </s>
    </p>
  )
}
