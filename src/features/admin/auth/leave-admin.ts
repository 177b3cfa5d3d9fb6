import { paths } from '#paths.ts'
import { showToastOnNextPage } from '#ui/toast.ts'
import { forgetSession, isFlagged } from './session-flag.ts'

/** Empties the page at once, then goes to the login: what was on screen is nobody's any more. */
export function leaveAdmin(): void {
  document.documentElement.hidden = true
  location.replace(paths.admin)
}

/** The store no longer knows this session. Says so once, however many calls find it out. */
export function endSession(): void {
  if (isFlagged()) {
    showToastOnNextPage({ title: 'Session ended', description: 'Please log in again.' })
  }
  forgetSession()
  leaveAdmin()
}
