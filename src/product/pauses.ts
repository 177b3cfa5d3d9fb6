/* What is not sold for a while (docs/product.md, section 23). */

/** With two empty texts the whole shop is paused. */
export interface PausedSize {
  id: string
  size: string
}

export interface Pause extends PausedSize {
  reason: string
  /** ISO date of the day on which it is sold again, where that is known. */
  until: string | null
}

export const WHOLE_SHOP: PausedSize = { id: '', size: '' }

/** The pause of a size, or of the whole shop. */
export function pauseOf(pauses: readonly Pause[], line: PausedSize): Pause | undefined {
  const isOf = (part: PausedSize) => (pause: Pause) =>
    pause.id === part.id && pause.size === part.size
  return pauses.find(isOf(WHOLE_SHOP)) ?? pauses.find(isOf(line))
}

/** Whether no size of a product is sold. */
export function isPaused(
  pauses: readonly Pause[],
  { id, sizes }: { id: string; sizes: readonly { label: string }[] },
): boolean {
  return sizes.every(({ label }) => pauseOf(pauses, { id, size: label }))
}
