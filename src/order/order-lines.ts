/* The lines of an order, and their limits, which the database enforces (docs/product.md, rules 17.1 and 17.2). */
import { tooManyItems, tooManyUnits } from './texts/limit-words.ts'

export const MAX_QUANTITY = 999
export const MAX_ITEMS = 20

interface Line {
  name: string
  quantity: number
}

/** Tells lines apart: a product in one size. */
export function lineKey({ id, size }: { id: string; size: string }): string {
  return `${id} ${size}`
}

/** Units, not lines. */
export function countUnits(lines: readonly Pick<Line, 'quantity'>[]): number {
  return lines.reduce((sum, { quantity }) => sum + quantity, 0)
}

/** Which limit these lines exceed, as a sentence; undefined if none. */
export function limitProblem(lines: readonly Line[]): string | undefined {
  const tooMany = lines.find(({ quantity }) => quantity > MAX_QUANTITY)
  if (tooMany) return tooManyUnits(MAX_QUANTITY, tooMany.name)
  return lines.length > MAX_ITEMS ? tooManyItems(MAX_ITEMS) : undefined
}
