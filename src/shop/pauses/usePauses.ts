import { useStore } from '@nanostores/react'
import type { Pause, PausedSize } from '#product/pauses.ts'
import { type PausedLine, pausedLines } from './paused-lines.ts'
import { $pauses } from './pauses.store.ts'

const NONE: readonly Pause[] = []

/** What is paused now, and later. Nothing in the HTML of the build and in the first render over it. */
export function usePauses(): readonly Pause[] {
  return useStore($pauses, { ssr: () => NONE })
}

/** The lines of a cart that are not sold now. */
export function usePausedLines(lines: readonly (PausedSize & { name: string })[]): PausedLine[] {
  return pausedLines(lines, usePauses())
}
