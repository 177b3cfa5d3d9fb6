import { NumberInput } from '#kit/form/NumberInput.tsx'
import { Fieldset } from './Fieldset.tsx'
import { changeFilter } from './filter.store.ts'
import { type Filter, PRICE_LIMITS } from './filter.ts'

const [LEAST, MOST] = PRICE_LIMITS

const percent = (difference: number) => `${(100 * difference) / (MOST - LEAST)}%`

/** A slider with a thumb at either end, and the same two numbers to type. */
export function PriceFilter({ range }: { range: Filter['priceRange'] }) {
  const [lowest, highest] = range
  const ends = [
    {
      name: 'min',
      thumb: 'Lowest price',
      label: 'From',
      value: lowest,
      limits: { min: LEAST, max: highest },
      change: (price: number) => [Math.min(price, highest), highest] as const,
      // Where both thumbs lie at the far end, only the lower one can still move.
      isOnTop: lowest > (LEAST + MOST) / 2,
    },
    {
      name: 'max',
      thumb: 'Highest price',
      label: 'To',
      value: highest,
      limits: { min: lowest, max: MOST },
      change: (price: number) => [lowest, Math.max(price, lowest)] as const,
      isOnTop: false,
    },
  ]
  return (
    <Fieldset legend="Price">
      <div className="relative h-touch">
        {/* Not a style attribute, which the content policy forbids. */}
        <svg
          aria-hidden="true"
          className="absolute inset-x-0 top-5 h-1 w-full rounded-full bg-line"
        >
          <rect
            x={percent(lowest - LEAST)}
            width={percent(highest - lowest)}
            height="100%"
            rx="2"
            className="fill-forest"
          />
        </svg>
        {ends.map(({ name, thumb, value, change, isOnTop }) => (
          <input
            key={name}
            type="range"
            name={name}
            aria-label={thumb}
            autoComplete="off"
            min={LEAST}
            max={MOST}
            value={value}
            onChange={({ target }) =>
              changeFilter({ priceRange: change(target.valueAsNumber) }, 'replace')
            }
            className={`range-thumb absolute inset-0 ${isOnTop ? 'z-10' : ''}`}
          />
        ))}
      </div>
      <div className="grid grid-cols-2 gap-3">
        {ends.map(({ name, label, value, limits, change }) => (
          <div key={name} className="flex items-center gap-2">
            <label
              suppressHydrationWarning
              htmlFor={`price-${name}`}
              className="text-sm text-muted"
            >
              {label}
            </label>
            <NumberInput
              id={`price-${name}`}
              name={name}
              {...limits}
              value={value}
              onChange={(price) => changeFilter({ priceRange: change(price) }, 'replace')}
              className="block min-h-touch w-full min-w-0 rounded-md border border-edge bg-paper px-2 text-base text-ink tabular-nums"
            />
          </div>
        ))}
      </div>
    </Fieldset>
  )
}
