/* The file that is being applied, for this tab: a reload after a press must not lose its token. */

import type { ReadFile } from '#desk/files/read/statement.ts'
import { isRecord } from '#kit/json.ts'
import { tabStorage } from '#kit/storage/tab-storage.ts'
import type { ApplyRequest } from './statements.api.ts'

const STORAGE_KEY = 'zulf:admin-tab-import'

export interface SavedImport extends ApplyRequest, ReadFile {
  /** Whether "Apply" was pressed: it may be applied. */
  isSent: boolean
}

export function saveImport(saved: SavedImport | undefined): void {
  if (saved) tabStorage.set(STORAGE_KEY, saved)
  else tabStorage.remove(STORAGE_KEY)
}

export function readImport(): SavedImport | undefined {
  const saved = tabStorage.get(STORAGE_KEY)
  if (!isRecord(saved) || typeof saved['token'] !== 'string') return undefined
  const { input, unknownWords, problems, remarks, questions } = saved
  const isWhole =
    isRecord(input) &&
    typeof input['fileName'] === 'string' &&
    [input['lines'], unknownWords, problems, remarks, questions].every(Array.isArray)
  return isWhole ? (saved as unknown as SavedImport) : undefined
}
