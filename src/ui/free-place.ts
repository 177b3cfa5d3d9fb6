/* Where something can float over a page without covering what a person reads or presses. */

interface Size {
  width: number
  height: number
}

/** In pixels of the viewport, like a DOMRect. */
interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

/** `weight`: how much worse than another one it is to cover it. */
export type Obstacle = Box & { weight: number }

/** Between the box and the edges of the viewport. */
const MARGIN = 16

/**
 * The place of a box of this size that covers none of the obstacles: the lowest, and there the one
 * furthest to the right. Where none is free, the one that covers least. `covered` in square pixels,
 * times the weight.
 */
export function findFreePlace(
  size: Size,
  viewport: Size,
  obstacles: readonly Obstacle[],
): { left: number; top: number; covered: number } {
  const near = obstacles.filter(
    ({ left, top, right, bottom }) =>
      right > 0 && bottom > 0 && left < viewport.width && top < viewport.height,
  )
  let best = { left: MARGIN, top: MARGIN, covered: Number.POSITIVE_INFINITY }
  // The lowest free place is at the bottom, or right above something; the rightmost one likewise.
  const tops = startsBefore([viewport.height - MARGIN, ...near.map(({ top }) => top)], size.height)
  const lefts = startsBefore([viewport.width - MARGIN, ...near.map(({ left }) => left)], size.width)
  for (const top of tops) {
    if (top < MARGIN || top + size.height > viewport.height - MARGIN) continue
    for (const left of lefts) {
      if (left < MARGIN || left + size.width > viewport.width - MARGIN) continue
      const box = { left, top, right: left + size.width, bottom: top + size.height }
      const covered = near.reduce(
        (sum, obstacle) => sum + obstacle.weight * overlap(box, obstacle),
        0,
      )
      if (covered < best.covered) best = { left, top, covered }
      if (covered === 0) return best
    }
  }
  return best
}

/** Where something of this length starts that ends right before one of the edges, the last one first. */
function startsBefore(edges: readonly number[], length: number): number[] {
  return edges.map((edge) => edge - length).sort((one, other) => other - one)
}

/** The area that both cover, in square pixels. */
function overlap(one: Box, other: Box): number {
  const width = Math.min(one.right, other.right) - Math.max(one.left, other.left)
  const height = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top)
  return Math.max(0, width) * Math.max(0, height)
}
