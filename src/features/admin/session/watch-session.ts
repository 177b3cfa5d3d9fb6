/* What every admin page does about the session, whatever else it shows. */
import { ADMIN_SESSION_KEY } from '#supabase/admin-session-key.ts'
import { leaveAdmin } from './leave-admin.ts'
import { forgetSession, isFlagged, SESSION_FLAG } from './session-flag.ts'

export function watchSession(): void {
  document.querySelector('[data-logout]')?.addEventListener('click', () => void logOut())
  addEventListener('storage', leaveIfLoggedOutElsewhere)
  // A page the browser had kept whole, from before the logout.
  addEventListener('pageshow', (event) => {
    if (event.persisted && !isFlagged()) leaveAdmin()
  })
}

async function logOut(): Promise<void> {
  document.documentElement.hidden = true
  try {
    const { signOut } = await import('./session.remote.ts')
    await signOut()
  } catch (error) {
    console.error('Error signing out', error)
    forgetSession()
  }
  leaveAdmin()
}

function leaveIfLoggedOutElsewhere({ key, newValue }: StorageEvent): void {
  const isCleared = key === null
  const isLogout = newValue === null && (key === SESSION_FLAG || key === ADMIN_SESSION_KEY)
  if (isCleared || isLogout || (key === SESSION_FLAG && newValue !== 'true')) leaveAdmin()
}
