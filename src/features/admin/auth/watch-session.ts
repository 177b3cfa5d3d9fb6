/* Logging out, on every admin page: by its buttons, in another tab, and before a page was restored. */
import { showToast, showToastOnNextPage } from '#ui/toast.ts'
import {
  ADMIN_SESSION_KEY,
  clearSession,
  hasSessionFlag,
  redirectToLogin,
  SESSION_FLAG,
} from './session.ts'

export function watchSession(): void {
  document.querySelector('[data-logout]')?.addEventListener('click', () => void logOut())
  document
    .querySelector('[data-logout-everywhere]')
    ?.addEventListener('click', () => void logOutEverywhere())
  addEventListener('storage', redirectIfLoggedOutElsewhere)
  // Restored from the back/forward cache, from before the logout.
  addEventListener('pageshow', (event) => {
    if (event.persisted && !hasSessionFlag()) redirectToLogin()
  })
}

async function logOut(): Promise<void> {
  document.documentElement.hidden = true
  try {
    const { signOut } = await import('./session.api.ts')
    await signOut()
  } catch (error) {
    console.error('Error signing out', error)
    clearSession()
  }
  redirectToLogin()
}

async function logOutEverywhere(): Promise<void> {
  try {
    const { signOutEverywhere } = await import('./session.api.ts')
    await signOutEverywhere()
    showToastOnNextPage({ title: 'Logged out everywhere' })
    redirectToLogin()
  } catch (error) {
    console.error('Error signing out everywhere', error)
    showToast({
      title: 'Not logged out',
      description: 'The sessions could not be ended. Please check your connection and try again.',
      tone: 'destructive',
    })
  }
}

function redirectIfLoggedOutElsewhere({ key, newValue }: StorageEvent): void {
  const isCleared = key === null
  const isLogout = newValue === null && (key === SESSION_FLAG || key === ADMIN_SESSION_KEY)
  if (isCleared || isLogout || (key === SESSION_FLAG && newValue !== 'true')) redirectToLogin()
}
