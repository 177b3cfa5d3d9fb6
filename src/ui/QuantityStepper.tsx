import { MinusIcon, PlusIcon } from './icons.tsx'

export interface QuantityStepperProps {
  quantity: number
  onChange: (quantity: number) => void
  /** The id of what is being counted, where a page has several steppers. */
  describedAs?: string | undefined
}

const STEP =
  'grid size-touch place-items-center text-forest enabled:hover:bg-sand disabled:opacity-40'

/** One or more. Whether there is a most is the store's business, not the page's. */
export function QuantityStepper({ quantity, onChange, describedAs }: QuantityStepperProps) {
  return (
    <div className="inline-flex items-center rounded-md border border-edge">
      <button
        type="button"
        aria-label="Decrease quantity"
        aria-describedby={describedAs}
        disabled={quantity <= 1}
        onClick={() => onChange(quantity - 1)}
        className={`rounded-l-md ${STEP}`}
      >
        <MinusIcon />
      </button>
      <output className="min-w-10 px-1 text-center tabular-nums">{quantity}</output>
      <button
        type="button"
        aria-label="Increase quantity"
        aria-describedby={describedAs}
        onClick={() => onChange(quantity + 1)}
        className={`rounded-r-md ${STEP}`}
      >
        <PlusIcon />
      </button>
    </div>
  )
}
