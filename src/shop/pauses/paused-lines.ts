import { type Pause, type PausedSize, pauseOf } from '#product/pauses.ts'
import { pauseSentence } from '#product/words.ts'

export interface PausedLine {
  name: string
  size: string
  /** Why it is not sold now. */
  sentence: string
}

/** The lines of a cart that are paused. */
export function pausedLines(
  lines: readonly (PausedSize & { name: string })[],
  pauses: readonly Pause[],
): PausedLine[] {
  return lines.flatMap(({ id, size, name }) => {
    const pause = pauseOf(pauses, { id, size })
    return pause ? [{ name, size, sentence: pauseSentence(pause) }] : []
  })
}
