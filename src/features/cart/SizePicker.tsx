import type { Size } from '#features/catalogue/price-list.ts'

export interface SizePickerProps {
  sizes: readonly Size[]
  chosen: Size
  onChoose: (size: Size) => void
}

/** Shown for a single size as well: it tells what is bought. */
export function SizePicker({ sizes, chosen, onChoose }: SizePickerProps) {
  return (
    <fieldset>
      <legend className="mb-2 font-medium">Size</legend>
      <div className="flex flex-wrap gap-2">
        {sizes.map((size) => (
          <label
            key={size.label}
            className="flex min-h-touch items-center rounded-md choice border border-edge px-4"
          >
            <input
              type="radio"
              name="size"
              value={size.label}
              checked={size.label === chosen.label}
              onChange={() => onChoose(size)}
              className="sr-only"
            />
            {size.label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
