/* Logging out, on every admin page: by its buttons, in another tab, and before a page was restored. */

import { forgetPages, rememberPage } from '#admin/tab-state/return-page.ts'
import {
  ADMIN_SESSION_KEY,
  clearSession,
  hasSessionFlag,
  LOGGED_OUT,
  markLoggedOut,
  redirectToLogin,
  SESSION_FLAG,
} from './session.ts'

export function watchSession(): void {
  for (const button of document.querySelectorAll('[data-logout]'))
    button.addEventListener('click', () => void logOut())
  addEventListener('storage', redirectIfLoggedOutElsewhere)
  // Restored from the back/forward cache, from before the logout.
  addEventListener('pageshow', (event) => {
    if (event.persisted && !hasSessionFlag()) redirectToLogin()
  })
}

async function logOut(): Promise<void> {
  document.documentElement.hidden = true
  forgetPages()
  markLoggedOut()
  try {
    const { signOut } = await import('./session.api.ts')
    await signOut()
  } catch (error) {
    console.error('Error signing out', error)
    clearSession()
  }
  redirectToLogin()
}

/** After a logout nothing of the page is saved; after the end of a session, what was typed is. */
function redirectIfLoggedOutElsewhere({ key, newValue }: StorageEvent): void {
  const isCleared = key === null
  const isLogout = newValue === null && (key === SESSION_FLAG || key === ADMIN_SESSION_KEY)
  if (!isCleared && !isLogout && (key !== SESSION_FLAG || newValue === 'true')) return
  removeEventListener('storage', redirectIfLoggedOutElsewhere)
  if (isCleared || newValue === LOGGED_OUT) forgetPages()
  else rememberPage()
  redirectToLogin()
}
