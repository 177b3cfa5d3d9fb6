/* The flow of the login: filling in the form, sending it, and what came of it. */
import { atom } from 'nanostores'
import { returnPath } from '#admin/place/return-page.ts'
import { codeOf } from '#kit/remote/shop-error.ts'
import { showToast, showToastOnNextPage } from '#kit/toast/toast.ts'
import type { SignInProblem } from './session.api.ts'
import { isSessionSaved, setSessionFlag } from './session.ts'

export type LoginProblem = SignInProblem | 'storage-blocked' | 'unforeseen'

export type Login =
  | { step: 'filling' }
  | { step: 'sending' }
  | { step: 'refused'; problem: LoginProblem }
  | { step: 'done' }

export interface LoginOptions {
  /** Throws a ShopError whose code is a LoginProblem. */
  signIn?: (username: string, password: string) => Promise<void>
  setSessionFlag?: () => void
  isSessionSaved?: () => boolean
}

const defaults = {
  // supabase-js weighs more than the rest of the page, so it is loaded when the button is pressed.
  signIn: async (username: string, password: string) => {
    const { signIn } = await import('./session.api.ts')
    await signIn(username, password)
  },
  setSessionFlag,
  isSessionSaved,
}

export function createLogin(options: LoginOptions = {}) {
  const { signIn, setSessionFlag, isSessionSaved } = { ...defaults, ...options }
  const $login = atom<Login>({ step: 'filling' })

  async function logIn(username: string, password: string): Promise<void> {
    if ($login.get().step === 'sending') return
    $login.set({ step: 'sending' })
    try {
      await signIn(username, password)
      setSessionFlag()
      $login.set(
        isSessionSaved() ? { step: 'done' } : { step: 'refused', problem: 'storage-blocked' },
      )
    } catch (error) {
      $login.set({ step: 'refused', problem: problemOf(error) })
    }
  }

  /** Shows toasts and leaves the login, until the returned function is called. */
  function start(): () => void {
    return $login.listen((login) => {
      if (login.step === 'refused' && login.problem === 'wrong-login') {
        showToast({
          title: 'Login failed',
          description: 'Invalid credentials',
          tone: 'destructive',
        })
      }
      if (login.step === 'done') {
        showToastOnNextPage({
          title: 'Login successful',
          description: 'Welcome to the admin dashboard',
        })
        // Replaces the login in the history: Back would only lead to its redirect.
        location.replace(returnPath())
      }
    })
  }

  return { $login, logIn, start }
}

export type LoginStore = ReturnType<typeof createLogin>

/** Logs what neither the person nor the number of tries explains. */
function problemOf(error: unknown): LoginProblem {
  const code = codeOf(error) as SignInProblem | 'unforeseen'
  if (code !== 'wrong-login' && code !== 'limited') console.error('Error logging in', error)
  return code
}
