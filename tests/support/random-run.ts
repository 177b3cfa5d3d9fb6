/*
 * How many random cases a run tries, and from which seed. A failure prints the seed: with
 * RANDOM_SEED set to it the same cases come again.
 */
import fc from 'fast-check'

export const seed = Number(process.env['RANDOM_SEED'] ?? Math.floor(Math.random() * 2 ** 31))

export function samples<Value>(arbitrary: fc.Arbitrary<Value>, count: number): Value[] {
  return fc.sample(arbitrary, { seed, numRuns: count })
}

/** In pieces that one statement can take. */
export function inBatches<Value>(values: Value[], size = 5000): Value[][] {
  return Array.from({ length: Math.ceil(values.length / size) }, (_, nth) =>
    values.slice(nth * size, (nth + 1) * size),
  )
}
