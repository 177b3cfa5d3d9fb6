import { useStore } from '@nanostores/react'
import { type Pause, type PausedSize, pauseOf } from '#product/pauses.ts'
import { pauseSentence } from '#product/words.ts'
import { $pauses } from './pauses.store.ts'

export interface PausedLine {
  name: string
  size: string
  /** Why it is not sold now. */
  sentence: string
}

const NONE: readonly Pause[] = []

/** What is paused now, and later. Nothing in the HTML of the build and in the first render over it. */
export function usePauses(): readonly Pause[] {
  return useStore($pauses, { ssr: () => NONE })
}

/** The lines of a cart that are not sold now. */
export function usePausedLines(lines: readonly (PausedSize & { name: string })[]): PausedLine[] {
  const pauses = usePauses()
  return lines.flatMap(({ id, size, name }) => {
    const pause = pauseOf(pauses, { id, size })
    return pause ? [{ name, size, sentence: pauseSentence(pause) }] : []
  })
}
