import { currencyNote } from '#config/currency.ts'

/** Once on every page with prices. `Sums` has it below a summary (docs/product.md, rule 3.12). */
export function CurrencyNote({ className = '' }: { className?: string }) {
  return (
    currencyNote && (
      <p suppressHydrationWarning className={`text-sm text-muted ${className}`}>
        {currencyNote}
      </p>
    )
  )
}
