import { Button } from '#kit/form/Button.tsx'
import { swapForPair } from './cart.store.ts'
import type { CartItem } from './cart.ts'
import { pairOffer } from './pair-offer.ts'

/** Renders nothing where no line of the cart is sold together for less. */
export function PairOffers({ items }: { items: readonly CartItem[] }) {
  return items.map((item) => {
    const offer = pairOffer(item)
    if (!offer) return null

    function swap(): void {
      swapForPair(item)
      // The button is gone with its offer.
      requestAnimationFrame(() => document.getElementById(`cart-${offer?.pair.id}`)?.focus())
    }

    return (
      <OfferBox
        key={`${item.id} ${item.size}`}
        sentence={offer.sentence}
        label={offer.label}
        onSwap={swap}
      />
    )
  })
}

interface OfferBoxProps {
  sentence?: string
  label?: string
  onSwap?: () => void
}

/** Empty in a template of the checkout, which first-paint.ts fills in. */
export function OfferBox({ sentence, label, onSwap }: OfferBoxProps) {
  return (
    <div className="grid gap-3 rounded-md bg-sand p-4">
      <p>{sentence}</p>
      <Button variant="secondary" onClick={onSwap}>
        {label}
      </Button>
    </div>
  )
}
