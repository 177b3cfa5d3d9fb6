/*
 * The flag of the spec. It opens nothing: it only says whether it is worth asking the store, which
 * judges every call by itself.
 */

import { ADMIN_SESSION_KEY } from '#api/admin-session-key.ts'
import { deviceStorage } from '#shared/device-storage.ts'

export const SESSION_FLAG = 'adminAuthenticated'

export function raiseFlag(): void {
  deviceStorage.set(SESSION_FLAG, 'true')
}

export function isFlagged(): boolean {
  return deviceStorage.get(SESSION_FLAG) === 'true'
}

/** What is left of a session on this device goes at once, network or not. */
export function forgetSession(): void {
  deviceStorage.remove(SESSION_FLAG)
  deviceStorage.remove(ADMIN_SESSION_KEY)
}

/** False where the browser keeps nothing, so that the next page could not know of the session. */
export function isSessionKept(): boolean {
  try {
    return localStorage.getItem(SESSION_FLAG) === 'true'
  } catch {
    return false
  }
}
