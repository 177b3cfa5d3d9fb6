/* The orders that were passed over in the run, for this tab: they come last until they are shown again. */
import type { WritableAtom } from 'nanostores'
import { tabStorage } from '#kit/storage/tab-storage.ts'

const KEY = 'zulf:admin-tab-run-skipped'
/** The request takes no more than 16 KB. */
const MAX_SKIPPED = 500

export function readSkipped(): readonly string[] {
  const saved = tabStorage.get(KEY)
  return Array.isArray(saved) ? saved.filter((id) => typeof id === 'string') : []
}

export function passOver($skipped: WritableAtom<readonly string[]>, id: string): void {
  setSkipped($skipped, [...$skipped.get(), id])
}

export function setSkipped(
  $skipped: WritableAtom<readonly string[]>,
  ids: readonly string[],
): void {
  $skipped.set(ids)
  if (ids.length > 0) tabStorage.set(KEY, ids.slice(-MAX_SKIPPED))
  else tabStorage.remove(KEY)
}
