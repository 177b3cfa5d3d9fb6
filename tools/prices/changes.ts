/* What a price list changes, printed before it is sold, and asked about where it may be a mistake of typing. */
import { createInterface } from 'node:readline/promises'
import { UserError } from '../user-error.ts'
import { sizesOfMigrations } from './migration.ts'
import type { PricedSize } from './price-list.ts'

/** A change above it is asked about, as a share of the price of before. */
const LARGE = 0.5

interface PriceChange {
  size: PricedSize
  /** Undefined of a new size. */
  before: number | undefined
}

export function priceChanges(folder: string, sizes: readonly PricedSize[]): PriceChange[] {
  const former = sizesOfMigrations(folder)
  return sizes.map((size) => {
    const same = former.find(({ id, label }) => id === size.id && label === size.label)
    return { size, before: same?.price }
  })
}

/** `Oil, 100ml: 799.00 to 7.99 (-99 %)`. */
export function changeLine({ size, before }: PriceChange): string {
  const now = size.price.toFixed(2)
  const line = `${size.name}, ${size.label}: `
  if (before === undefined) return `${line}${now} (new)`
  if (before === size.price) return `${line}${now}`
  const percent = Math.round((100 * (size.price - before)) / before)
  return `${line}${before.toFixed(2)} to ${now} (${percent > 0 ? '+' : ''}${percent} %)`
}

export function isLarge({ size, before }: PriceChange): boolean {
  return before !== undefined && Math.abs(size.price - before) > LARGE * before
}

/** Throws a UserError unless the person at the terminal says yes. */
export async function confirmLarge(large: readonly PriceChange[]): Promise<void> {
  if (large.length === 0) return
  const question = `${large.length === 1 ? 'A price changes' : `${large.length} prices change`} by more than half. Is that right?`
  if (!process.stdin.isTTY) {
    throw new UserError(`${question} Nothing was written. If so: npm run prices -- --yes`)
  }
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const response = await terminal.question(`${question} (yes or no) `)
  terminal.close()
  if (!/^y(es)?$/i.test(response.trim())) throw new UserError('Nothing was written.')
}
