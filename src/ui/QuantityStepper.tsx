import { type MouseEvent, useRef } from 'react'
import { MinusIcon, PlusIcon } from './icons.tsx'
import { NumberInput } from './NumberInput.tsx'

export interface QuantityStepperProps {
  quantity: number
  /** Absent where the page has no React: quantity-stepper.ts starts the printed buttons. */
  onChange?: (quantity: number) => void
  /** The id of what is being counted, where a page has several steppers. */
  describedAs?: string | undefined
  /** In a form: makes the number a field that can be typed into, labelled by `field-{name}`. */
  name?: string
}

const STEP =
  'grid size-touch place-items-center text-forest enabled:hover:bg-sand disabled:opacity-40'

/** One or more. The database enforces the maximum. */
export function QuantityStepper({ quantity, onChange, describedAs, name }: QuantityStepperProps) {
  const more = useRef<HTMLButtonElement>(null)

  function decrease({ currentTarget }: MouseEvent): void {
    // A disabled button drops the focus; its neighbour is the next best place.
    if (quantity === 2 && document.activeElement === currentTarget) more.current?.focus()
    onChange?.(quantity - 1)
  }

  return (
    <div className="inline-flex items-center rounded-md border border-edge">
      <button
        type="button"
        aria-label="Decrease quantity"
        aria-describedby={describedAs}
        disabled={quantity <= 1}
        onClick={decrease}
        className={`rounded-l-md ${STEP}`}
      >
        <MinusIcon />
      </button>
      {name ? (
        <NumberInput
          id={`field-${name}`}
          name={name}
          min={1}
          value={quantity}
          onChange={(changed) => onChange?.(changed)}
          className="no-spin h-touch w-10 text-center tabular-nums"
        />
      ) : (
        <output className="min-w-10 px-1 text-center tabular-nums">{quantity}</output>
      )}
      <button
        ref={more}
        type="button"
        aria-label="Increase quantity"
        aria-describedby={describedAs}
        onClick={() => onChange?.(quantity + 1)}
        className={`rounded-r-md ${STEP}`}
      >
        <PlusIcon />
      </button>
    </div>
  )
}
