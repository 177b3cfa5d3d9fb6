interface ProgressBarProps {
  /** The accessible name. */
  label: string
  value: number
  max: number
}

/** In the colours of the shop: browsers paint a bar whose border is reset in colours of their own. */
export function ProgressBar({ label, value, max }: ProgressBarProps) {
  return (
    <progress
      aria-label={label}
      max={max}
      value={value}
      className="h-3 w-full appearance-none overflow-hidden rounded-full border border-edge bg-sand [&::-moz-progress-bar]:bg-forest [&::-webkit-progress-bar]:bg-sand [&::-webkit-progress-value]:bg-forest"
    />
  )
}
