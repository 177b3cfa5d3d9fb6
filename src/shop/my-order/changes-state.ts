/* What an order's page shows of a change, a cancellation or a request for help (order-changes.store.ts). */
import { atom } from 'nanostores'

export interface ChangesState {
  isSaving: boolean
  /** Sentences by the field that they are about. */
  problems: Record<string, string>
  /** How the last request ended. */
  message?: string
  /** It did not, and the shop can be asked by WhatsApp and telephone. */
  isRefused?: boolean
}

export type ChangesAtom = ReturnType<typeof createChangesState>

export function createChangesState() {
  return atom<ChangesState>({ isSaving: false, problems: {} })
}

export function isDone({ message, problems, isRefused }: ChangesState): boolean {
  return message !== undefined && !isRefused && Object.keys(problems).length === 0
}
