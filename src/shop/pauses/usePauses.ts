import { useEffect, useState } from 'react'
import type { Pause } from '#product/pauses.ts'
import { followPauses } from './pauses.api.ts'

/** What is paused; nothing until that is known. */
export function usePauses(): readonly Pause[] {
  const [pauses, setPauses] = useState<readonly Pause[]>([])
  useEffect(() => followPauses(setPauses), [])
  return pauses
}
