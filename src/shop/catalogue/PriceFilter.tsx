import { NumberInput, type NumberInputProps } from '#kit/form/NumberInput.tsx'
import { refineFilter } from './filter.store.ts'
import { type Filter, PRICE_LIMITS } from './filter.ts'

type PriceRange = Filter['priceRange']

const [LEAST, MOST] = PRICE_LIMITS

/** A slider with a thumb at either end, and the same two numbers to type. */
export function PriceFilter({ range }: { range: PriceRange }) {
  const [lowest, highest] = range
  return (
    <fieldset>
      <legend className="mb-2 font-medium">Price</legend>
      <div className="relative h-touch">
        {/* Not a style attribute, which the content policy forbids. */}
        <svg
          aria-hidden="true"
          className="absolute inset-x-0 top-5 h-1 w-full rounded-full bg-line"
        >
          <rect
            x={`${percent(lowest)}%`}
            width={`${percent(highest) - percent(lowest)}%`}
            height="100%"
            rx="2"
            className="fill-forest"
          />
        </svg>
        <Thumb
          label="Lowest price"
          name="min"
          value={lowest}
          // Where both thumbs lie at the far end, only the lower one can still move.
          isOnTop={lowest > (LEAST + MOST) / 2}
          onChange={(price) => refineFilter({ priceRange: [Math.min(price, highest), highest] })}
        />
        <Thumb
          label="Highest price"
          name="max"
          value={highest}
          onChange={(price) => refineFilter({ priceRange: [lowest, Math.max(price, lowest)] })}
        />
      </div>
      <div className="grid grid-cols-2 gap-3">
        <PriceInput
          label="From"
          name="min"
          max={highest}
          value={lowest}
          onChange={(price) => refineFilter({ priceRange: [price, highest] })}
        />
        <PriceInput
          label="To"
          name="max"
          min={lowest}
          value={highest}
          onChange={(price) => refineFilter({ priceRange: [lowest, price] })}
        />
      </div>
    </fieldset>
  )
}

interface ThumbProps {
  label: string
  name: string
  value: number
  onChange: (price: number) => void
  isOnTop?: boolean
}

function Thumb({ label, name, value, onChange, isOnTop = false }: ThumbProps) {
  return (
    <input
      type="range"
      name={name}
      aria-label={label}
      autoComplete="off"
      min={LEAST}
      max={MOST}
      step={1}
      value={value}
      onChange={(event) => onChange(event.target.valueAsNumber)}
      className={`range-thumb absolute inset-0 ${isOnTop ? 'z-10' : ''}`}
    />
  )
}

function PriceInput({ label, name, ...props }: NumberInputProps & { label: string; name: string }) {
  const id = `field-${name}`
  return (
    <label htmlFor={id} className="block text-sm text-muted">
      {label}
      <NumberInput
        id={id}
        name={name}
        min={LEAST}
        max={MOST}
        {...props}
        className="block min-h-touch w-full rounded-md border border-edge bg-paper px-3 text-base text-ink tabular-nums"
      />
    </label>
  )
}

function percent(price: number): number {
  return ((price - LEAST) / (MOST - LEAST)) * 100
}
