/*
 * Random cases, others in each run. A failure prints the seed; RANDOM_SEED repeats its cases, and
 * RANDOM_FACTOR=10 runs ten times as many.
 */
import fc from 'fast-check'

export const seed = Number(process.env['RANDOM_SEED'] ?? Math.floor(Math.random() * 2 ** 31))

const factor = Number(process.env['RANDOM_FACTOR'] ?? 1)

export function samples<Value>(arbitrary: fc.Arbitrary<Value>, count: number): Value[] {
  return fc.sample(arbitrary, { seed, numRuns: count * factor })
}

/** In batches that fit one statement. */
export function inBatches<Value>(values: Value[], size = 5000): Value[][] {
  return Array.from({ length: Math.ceil(values.length / size) }, (_, nth) =>
    values.slice(nth * size, (nth + 1) * size),
  )
}
