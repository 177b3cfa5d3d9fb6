import type { ComponentProps } from 'react'

export interface SwitchProps extends Omit<ComponentProps<'input'>, 'type'> {
  label: string
}

/** A checkbox as a switch, whose state shows in its position as well as its colour. */
export function Switch({ label, ...props }: SwitchProps) {
  return (
    <label className="flex min-h-touch cursor-pointer items-center justify-between gap-4">
      {label}
      <input
        {...props}
        type="checkbox"
        className="relative h-7 w-12 shrink-0 cursor-pointer appearance-none rounded-full border border-edge bg-sand after:absolute after:top-1/2 after:left-1 after:size-5 after:-translate-y-1/2 after:rounded-full after:bg-edge checked:border-forest checked:bg-forest checked:after:left-6 checked:after:bg-on-forest"
      />
    </label>
  )
}
