/*
 * The admin's session on this device. Its flag gives no rights: it says whether asking the backend is
 * worth a request, and the backend validates every one (docs/product.md, rule 13.3).
 */

import { rememberPage } from '#admin/tab-state/return-page.ts'
import { deviceStorage } from '#kit/storage/device-storage.ts'
import { valueInLocalStorage } from '#kit/storage/storage-lifetime.ts'
import { showToastOnNextPage } from '#kit/toast/toast.store.ts'
import { paths } from '#paths.ts'

export const SESSION_FLAG = 'adminAuthenticated'

/** The key of the admin's session in localStorage, which supabase-js writes. */
export const ADMIN_SESSION_KEY = 'zulf:admin-session'

/** The flag during a logout, by which other tabs tell it from a session that ended by itself. */
export const LOGGED_OUT = 'logged-out'

export function setSessionFlag(): void {
  deviceStorage.set(SESSION_FLAG, 'true')
}

export function hasSessionFlag(): boolean {
  return deviceStorage.get(SESSION_FLAG) === 'true'
}

export function markLoggedOut(): void {
  deviceStorage.set(SESSION_FLAG, LOGGED_OUT)
}

/** Removes the session from this device at once, with or without a network. */
export function clearSession(): void {
  deviceStorage.remove(SESSION_FLAG)
  deviceStorage.remove(ADMIN_SESSION_KEY)
}

/** False where the browser saves nothing: the next page could not know of the session. */
export function isSessionSaved(): boolean {
  return valueInLocalStorage(SESSION_FLAG) === 'true'
}

/** Hides the page at once, since what is on screen needs a session, and goes to the login. */
export function redirectToLogin(): void {
  document.documentElement.hidden = true
  location.replace(paths.admin)
}

/**
 * For a session that the backend refuses. Says so once, however many requests find it out, and the login
 * leads back to this page.
 */
export function endSession(): void {
  if (hasSessionFlag()) {
    showToastOnNextPage({ title: 'Session ended', description: 'Please log in again.' })
    rememberPage()
  }
  clearSession()
  redirectToLogin()
}
