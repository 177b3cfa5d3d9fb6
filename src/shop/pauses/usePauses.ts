import { useEffect, useState } from 'react'
import { followPauses } from './pauses.api.ts'
import type { Pause } from './pauses.ts'

/** What is paused; nothing until that is known. */
export function usePauses(): readonly Pause[] {
  const [pauses, setPauses] = useState<readonly Pause[]>([])
  useEffect(() => followPauses(setPauses), [])
  return pauses
}
