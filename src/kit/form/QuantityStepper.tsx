import { type MouseEvent, type ReactNode, useRef } from 'react'
import { MinusIcon, PlusIcon } from '#kit/view/icons.tsx'

export interface QuantityStepperProps {
  quantity: number
  onChange: (quantity: number) => void
  /** The id of what is being counted, where a page has several steppers. */
  describedAs?: string | undefined
  /** The field for the number. */
  children: ReactNode
}

const STEP =
  'grid size-touch place-items-center text-forest enabled:hover:bg-sand disabled:opacity-40'

/** One or more. The database enforces the maximum. */
export function QuantityStepper({
  quantity,
  onChange,
  describedAs,
  children,
}: QuantityStepperProps) {
  const more = useRef<HTMLButtonElement>(null)

  function decrease({ currentTarget }: MouseEvent): void {
    // A disabled button drops the focus; its neighbour is the next best place.
    if (quantity === 2 && document.activeElement === currentTarget) more.current?.focus()
    onChange(quantity - 1)
  }

  return (
    <div className="inline-flex items-center rounded-md border border-edge">
      <button
        type="button"
        data-button="less"
        aria-label="Decrease quantity"
        aria-describedby={describedAs}
        disabled={quantity <= 1}
        onClick={decrease}
        className={`rounded-s-md ${STEP}`}
      >
        <MinusIcon />
      </button>
      {children}
      <button
        ref={more}
        type="button"
        data-button="more"
        aria-label="Increase quantity"
        aria-describedby={describedAs}
        onClick={() => onChange(quantity + 1)}
        className={`rounded-e-md ${STEP}`}
      >
        <PlusIcon />
      </button>
    </div>
  )
}
