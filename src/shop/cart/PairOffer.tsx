import { pauseOf } from '#product/pauses.ts'
import { usePauses } from '#shop/pauses/usePauses.ts'
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

/** The offer for a line. None where the pair is not sold now. */
export function usePairOffer({ item, isRemoved }: ShownLine, isAhead = false) {
  const pauses = usePauses()
  if (isRemoved) return undefined
  const offer = pairOffer(item) ?? (isAhead ? offerAhead(item) : undefined)
  return offer && !pauseOf(pauses, offer.pair) ? offer : undefined
}

/** Offers a pair in place of the units of a line. Hidden where they are not sold together for less. */
export function PairOffer({ line, isAhead, className }: PairOfferProps) {
  const { item } = line
  const offer = usePairOffer(line, isAhead)

  function take(): void {
    if (!offer) return
    if (item.quantity < offer.units) setQuantity(item.id, item.size, offer.units)
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
