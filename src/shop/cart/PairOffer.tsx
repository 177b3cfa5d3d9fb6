import { lineId } from './cart.ts'
import { setQuantity, swapForPair } from './change-cart.store.ts'
import { OfferBox } from './OfferBox.tsx'
import { offerAhead, pairOffer } from './pair-offer.ts'
import type { ShownLine } from './removed-lines.ts'

interface PairOfferProps {
  line: ShownLine
  /** Whether it is also offered to fewer units than a pair has. */
  isAhead?: boolean
  className: string
}

/** Offers a pair in place of the units of a line. Hidden where they are not sold together for less. */
export function PairOffer({
  line: { item, isRemoved },
  isAhead = false,
  className,
}: PairOfferProps) {
  const own = isRemoved ? undefined : pairOffer(item)
  const offer = own ?? (isAhead && !isRemoved ? offerAhead(item) : undefined)

  function take(): void {
    if (!offer) return
    if (!own) setQuantity(item.id, item.size, offer.units)
    swapForPair(item)
    // The button is gone with its offer.
    requestAnimationFrame(() => document.getElementById(lineId(offer.pair))?.focus())
  }

  return (
    <OfferBox
      sentence={offer?.sentence ?? ''}
      label={offer?.label ?? ''}
      onSwap={take}
      className={className}
    />
  )
}
