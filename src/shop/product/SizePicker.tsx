import type { Size } from '#product/price-list.ts'

/** Shown for a single size as well: it says what is bought. Uncontrolled: `readChoice` reads it. */
export function SizePicker({ sizes }: { sizes: readonly Size[] }) {
  return (
    <fieldset className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <legend suppressHydrationWarning className="float-start font-medium max-lg:w-full">
        Size
      </legend>
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
            className="size-4 accent-forest"
          />
          <bdi translate="no">{label}</bdi>
        </label>
      ))}
    </fieldset>
  )
}
