import { useSyncExternalStore } from 'react'
import { type Pause, type PausedLine, type PausedSize, pausedLines } from '#product/pauses.ts'
import { currentPauses, followPauses } from './tab-pauses.ts'

const NONE: readonly Pause[] = []

/** The lines of a cart that are not sold now. None in the HTML of the build. */
export function usePausedLines(lines: readonly (PausedSize & { name: string })[]): PausedLine[] {
  return pausedLines(
    lines,
    useSyncExternalStore(followPauses, currentPauses, () => NONE),
  )
}
