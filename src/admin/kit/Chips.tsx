import type { ReactNode } from 'react'

export interface Chip<Value> {
  value: Value
  label: string
  /** Of the rows behind it; '' where they are not counted. It has its place before it is known. */
  count: string
}

interface ChipsProps<Value> {
  /** The name of the group, for screen readers. */
  label: string
  chips: readonly Chip<Value>[]
  chosen: Value
  onChoose: (value: Value) => void
  /** Another button in the last place. */
  children?: ReactNode
}

/** The look of a chip, for another button among them. */
export const CHIP =
  'grid min-h-touch min-w-0 content-center rounded-md border border-edge px-0.5 text-center text-xs leading-tight ' +
  'text-ink [&:not([aria-pressed=true])]:hover:bg-sand aria-pressed:border-forest aria-pressed:bg-forest aria-pressed:text-on-forest'

/** Buttons of which one is chosen, each with a count below its label: in fixed places, so that counts move nothing. */
export function Chips<Value>({ label, chips, chosen, onChoose, children }: ChipsProps<Value>) {
  return (
    <fieldset
      aria-label={label}
      className="grid min-w-0 grid-cols-[repeat(auto-fit,minmax(4.2rem,1fr))] gap-1.5 md:grid-cols-[repeat(auto-fit,minmax(3.6rem,1fr))]"
    >
      {chips.map(({ value, label: name, count }) => (
        <button
          key={String(value)}
          type="button"
          aria-pressed={value === chosen}
          onClick={() => onChoose(value)}
          className={CHIP}
        >
          <span>{name}</span>{' '}
          <span className="min-h-5 text-sm font-semibold tabular-nums">{count}</span>
        </button>
      ))}
      {children}
    </fieldset>
  )
}
