import { formatSum } from '#config/currency.ts'

/** A courier is sent whole rupees. */
const ROUNDED_BELOW = 100

/**
 * Where a courier's file has another amount to collect than the order: the rider would ask for it (docs/desk-rules.md,
 * rule 22.62). Minor units.
 */
export function otherCash(
  inFile: number | undefined,
  toCollect: number | undefined,
): string | undefined {
  if (inFile === undefined || toCollect === undefined) return undefined
  return Math.abs(inFile - toCollect) < ROUNDED_BELOW
    ? undefined
    : `The file has ${formatSum(inFile)} to collect, and the order ${formatSum(toCollect)}: have the courier correct it.`
}
