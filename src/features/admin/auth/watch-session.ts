/* What every admin page does about the session, whatever else it shows. */
import { ADMIN_SESSION_KEY } from '#api/admin-session-key.ts'
import { showToast, showToastOnNextPage } from '#ui/toast.ts'
import { leaveAdmin } from './leave-admin.ts'
import { forgetSession, isFlagged, SESSION_FLAG } from './session-flag.ts'

export function watchSession(): void {
  document.querySelector('[data-logout]')?.addEventListener('click', () => void logOut())
  document
    .querySelector('[data-logout-everywhere]')
    ?.addEventListener('click', () => void logOutEverywhere())
  addEventListener('storage', leaveIfLoggedOutElsewhere)
  // A page the browser had kept whole, from before the logout.
  addEventListener('pageshow', (event) => {
    if (event.persisted && !isFlagged()) leaveAdmin()
  })
}

async function logOut(): Promise<void> {
  document.documentElement.hidden = true
  try {
    const { signOut } = await import('./session.api.ts')
    await signOut()
  } catch (error) {
    console.error('Error signing out', error)
    forgetSession()
  }
  leaveAdmin()
}

async function logOutEverywhere(): Promise<void> {
  try {
    const { signOutEverywhere } = await import('./session.api.ts')
    await signOutEverywhere()
    showToastOnNextPage({ title: 'Logged out everywhere' })
    leaveAdmin()
  } catch (error) {
    console.error('Error signing out everywhere', error)
    showToast({
      title: 'Not logged out',
      description: 'The sessions could not be ended. Please check your connection and try again.',
      tone: 'destructive',
    })
  }
}

function leaveIfLoggedOutElsewhere({ key, newValue }: StorageEvent): void {
  const isCleared = key === null
  const isLogout = newValue === null && (key === SESSION_FLAG || key === ADMIN_SESSION_KEY)
  if (isCleared || isLogout || (key === SESSION_FLAG && newValue !== 'true')) leaveAdmin()
}
