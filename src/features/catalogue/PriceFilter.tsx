import { useState } from 'react'
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
        {/* A style attribute would say it as well, and the content policy forbids those. */}
        <svg
          aria-hidden="true"
          className="absolute inset-x-0 top-1/2 h-1 w-full -translate-y-1/2 rounded-full bg-line"
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
          value={lowest}
          // Where both thumbs lie at the far end, only the lower one can still move.
          isOnTop={lowest > (LEAST + MOST) / 2}
          onChange={(price) => refineFilter({ priceRange: [Math.min(price, highest), highest] })}
        />
        <Thumb
          label="Highest price"
          value={highest}
          onChange={(price) => refineFilter({ priceRange: [lowest, Math.max(price, lowest)] })}
        />
      </div>
      <div className="grid grid-cols-2 gap-3">
        <PriceInput
          label="From"
          value={lowest}
          accepts={(price) => price <= highest}
          onChange={(price) => refineFilter({ priceRange: [price, highest] })}
        />
        <PriceInput
          label="To"
          value={highest}
          accepts={(price) => price >= lowest}
          onChange={(price) => refineFilter({ priceRange: [lowest, price] })}
        />
      </div>
    </fieldset>
  )
}

interface PriceProps {
  label: string
  value: number
  onChange: (price: number) => void
}

function Thumb({ label, value, onChange, isOnTop = false }: PriceProps & { isOnTop?: boolean }) {
  return (
    <input
      type="range"
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

/** Half-typed numbers stay in the field and out of the filter. */
function PriceInput({ label, value, onChange, accepts }: PriceProps & Accepts) {
  const [draft, setDraft] = useState<string>()

  function type(text: string): void {
    setDraft(text)
    const price = Number(text)
    const isPrice = /^\d+$/.test(text) && price >= LEAST && price <= MOST
    if (isPrice && accepts(price)) onChange(price)
  }

  return (
    <label className="block text-sm text-muted">
      {label}
      <input
        type="number"
        inputMode="numeric"
        autoComplete="off"
        min={LEAST}
        max={MOST}
        step={1}
        value={draft ?? value}
        onChange={(event) => type(event.target.value)}
        onBlur={() => setDraft(undefined)}
        className="block min-h-touch w-full rounded-md border border-edge bg-paper px-3 text-base text-ink tabular-nums"
      />
    </label>
  )
}

interface Accepts {
  accepts: (price: number) => boolean
}

function percent(price: number): number {
  return ((price - LEAST) / (MOST - LEAST)) * 100
}
