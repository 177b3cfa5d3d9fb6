/* What follows from the login's state: toasts, and the next page. */
import { paths } from '#paths.ts'
import { showToast, showToastOnNextPage } from '#ui/toast.ts'
import type { LoginStore } from './login.store.ts'
import { LOGGED_IN, LOGIN_FAILED } from './login-messages.ts'

/** Follows the login until the returned function is called. */
export function followLogin({ $login }: LoginStore): () => void {
  return $login.listen((login) => {
    if (login.step === 'refused' && login.problem === 'wrong-login') showToast(LOGIN_FAILED)
    if (login.step === 'done') {
      showToastOnNextPage(LOGGED_IN)
      // Replaced, so that Back does not lead to a login that sends forward again.
      location.replace(paths.adminDashboard)
    }
  })
}
