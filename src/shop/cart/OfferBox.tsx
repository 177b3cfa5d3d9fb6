import { Button } from '#kit/form/Button.tsx'

interface OfferBoxProps {
  /** Empty where there is no offer: the box is hidden. */
  sentence: string
  label: string
  onSwap: () => void
  className?: string
}

/** Units that are sold together for less. Prerendered as part of a line, fill-cart.ts fills it in. */
export function OfferBox({ sentence, label, onSwap, className = '' }: OfferBoxProps) {
  return (
    <div
      data-offer
      hidden={sentence === ''}
      className={`grid gap-2 rounded-md bg-sand p-3 ${className}`}
    >
      <p data-line="offer">{sentence}</p>
      <Button data-button="swap" onClick={onSwap}>
        <span data-line="swap">{label}</span>
      </Button>
    </div>
  )
}
