import { currencyNote } from '#config/currency.ts'

/** Under what has prices, once on a page (docs/product.md, rule 3.2). */
export function CurrencyNote() {
  return currencyNote && <p className="mt-4 text-sm text-muted">{currencyNote}</p>
}
