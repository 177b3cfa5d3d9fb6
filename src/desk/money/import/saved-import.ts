/* The file whose preview is shown, for this tab. */

import type { ReadFile } from '#desk/files/read/courier-file.ts'
import { isRecord } from '#kit/json.ts'
import { tabStorage } from '#kit/storage/tab-storage.ts'

const STORAGE_KEY = 'zulf:admin-tab-import'

export interface SavedImport extends ReadFile {
  /** The payment that is undone for this one. */
  replaces?: number | undefined
}

export function saveImport(saved: SavedImport | undefined): void {
  if (saved) tabStorage.set(STORAGE_KEY, saved)
  else tabStorage.remove(STORAGE_KEY)
}

export function readImport(): SavedImport | undefined {
  const saved = tabStorage.get(STORAGE_KEY)
  if (!isRecord(saved)) return undefined
  const { input, unknownWords, problems, findings, questions } = saved
  const isWhole =
    isRecord(input) &&
    typeof input['fileName'] === 'string' &&
    [input['lines'], unknownWords, problems, findings, questions].every(Array.isArray)
  return isWhole ? (saved as unknown as SavedImport) : undefined
}
