import type { Size } from '#product/price-list.ts'

/** Shown for a single size as well: it says what is bought. Uncontrolled: `readChoice` reads it. */
export function SizePicker({ sizes }: { sizes: readonly Size[] }) {
  return (
    <fieldset className="flex gap-x-3 gap-y-2 max-lg:flex-col lg:items-center">
      <legend suppressHydrationWarning className="float-start font-medium">
        Size
      </legend>
      <div className="flex flex-wrap gap-2">
        {sizes.map(({ label }, index) => (
          <label
            key={label}
            className="choice flex min-h-touch items-center gap-2 rounded-md border border-edge px-3"
          >
            <input
              type="radio"
              name="size"
              value={label}
              defaultChecked={index === 0}
              tabIndex={sizes.length === 1 ? -1 : undefined}
              className="size-4 accent-forest"
            />
            <bdi translate="no">{label}</bdi>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
