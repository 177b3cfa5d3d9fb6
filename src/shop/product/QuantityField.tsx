import { useRef } from 'react'
import { QuantityStepper } from '#kit/form/QuantityStepper.tsx'

interface QuantityFieldProps {
  /** The last valid quantity. */
  quantity: number
  /** Called by the buttons too, which change the field without an event. */
  onStep: (form: HTMLFormElement | null) => void
}

/**
 * A number that can be typed, between two buttons. Uncontrolled: what was typed before hydration, and what is half
 * typed, stays in the field. Left with an invalid number, it shows the last valid one.
 */
export function QuantityField({ quantity, onStep }: QuantityFieldProps) {
  const field = useRef<HTMLInputElement>(null)

  function set(changed: number): void {
    if (!field.current) return
    field.current.value = String(changed)
    onStep(field.current.form)
  }

  return (
    <div className="flex gap-x-3 gap-y-2 max-lg:flex-col max-lg:items-start lg:items-center">
      <label suppressHydrationWarning htmlFor="field-quantity" className="font-medium">
        Quantity
      </label>
      <QuantityStepper quantity={quantity} onChange={set}>
        <input
          ref={field}
          id="field-quantity"
          name="quantity"
          inputMode="numeric"
          autoComplete="off"
          defaultValue={1}
          onBlur={() => set(quantity)}
          className="size-touch text-center tabular-nums"
        />
      </QuantityStepper>
    </div>
  )
}
