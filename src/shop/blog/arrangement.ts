/*
 * The order of the articles and the heights of their pictures change with every visit (docs/product.md,
 * rule 9.6). Both are derived from one seed, so that saving the seed restores them.
 */

/** Pixels, both included. */
export const PICTURE_HEIGHT = { min: 280, max: 350 } as const

export interface Placed {
  /** The position of the card in the HTML. */
  index: number
  /** The height of its picture, in pixels. */
  height: number
}

/** A random seed for `arrange`. */
export function newSeed(): number {
  return Math.floor(Math.random() * 2 ** 32)
}

export function isSeed(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 0 && Number(value) < 2 ** 32
}

/** The same seed and count give the same arrangement. */
export function arrange(count: number, seed: number): Placed[] {
  const random = randomFrom(seed)
  return Array.from({ length: count }, (_, index) => ({
    index,
    height: heightAt(random()),
    place: random(),
  })).sort((a, b) => a.place - b.place)
}

/** `part` is from 0 up to 1. */
function heightAt(part: number): number {
  const { min, max } = PICTURE_HEIGHT
  return min + Math.floor(part * (max - min + 1))
}

/** The generator mulberry32: numbers from 0 up to 1. */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
