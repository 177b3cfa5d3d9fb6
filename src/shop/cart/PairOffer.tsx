import { Button } from '#kit/form/Button.tsx'
import { swapForPair } from './cart.store.ts'
import type { ShownLine } from './removed-lines.ts'
import { pairOffer } from './pair-offer.ts'

/** At a line whose units are sold together for less. Takes no room at another one. */
export function PairOffer({ line: { item, isRemoved } }: { line: ShownLine }) {
  const offer = isRemoved ? undefined : pairOffer(item)

  function swap(): void {
    swapForPair(item)
    // The button is gone with its offer.
    requestAnimationFrame(() => document.getElementById(`cart-${offer?.pair.id}`)?.focus())
  }

  return (
    <div className="mt-3 grid max-w-80 gap-2 rounded-md bg-sand p-3 has-[p:empty]:hidden">
      <p data-line="offer">{offer?.sentence}</p>
      <Button variant="secondary" onClick={swap}>
        <span data-line="swap">{offer?.label}</span>
      </Button>
    </div>
  )
}
