/*
 * Money is a whole number of minor units (100 = 1.00), so that sums are exact. The price list, the
 * database and the screen have decimals.
 */

/** `1459.5` → `145950`. */
export function toMinor(amount: number): number {
  return Math.round(amount * 100)
}

/** `145950` → `1459.5`. */
export function fromMinor(minor: number): number {
  return minor / 100
}

/** `145900` → `"1459.00"`: two decimals, no symbol, no thousands separator (docs/product.md, rule 3.2). */
export function formatMoney(minor: number): string {
  return fromMinor(minor).toFixed(2)
}
