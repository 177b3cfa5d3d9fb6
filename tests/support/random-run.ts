/*
 * Random cases, others in each run. A failure prints the seed; RANDOM_SEED repeats its cases, and
 * RANDOM_FACTOR=10 runs ten times as many.
 */
import fc from 'fast-check'

export const seed = Number(process.env['RANDOM_SEED'] ?? Math.floor(Math.random() * 2 ** 31))

export const timesFactor = Number(process.env['RANDOM_FACTOR'] ?? 1)

export function samples<Value>(arbitrary: fc.Arbitrary<Value>, count: number): Value[] {
  return fc.sample(arbitrary, { seed, numRuns: count * timesFactor })
}

/** In batches that fit one statement. */
export function inBatches<Value>(values: Value[], size = 5000): Value[][] {
  return Array.from({ length: Math.ceil(values.length / size) }, (_, nth) =>
    values.slice(nth * size, (nth + 1) * size),
  )
}

/** Numbers from 0 to 1, the same for the same seed. */
export function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
