import { atom } from 'nanostores'
import { ShopError } from '#shared/shop-error.ts'
import { isSessionKept, raiseFlag } from './session-flag.ts'

export type LoginProblem = 'wrong-login' | 'limited' | 'unreachable' | 'forgetful-browser'

export type Login =
  | { step: 'filling' }
  | { step: 'sending' }
  | { step: 'refused'; problem: LoginProblem }
  | { step: 'done' }

export interface LoginServices {
  /** Throws a ShopError whose code is a LoginProblem. */
  signIn: (username: string, password: string) => Promise<void>
  raiseFlag: () => void
  isSessionKept: () => boolean
}

const live: LoginServices = {
  // supabase-js weighs more than the rest of the page, and nobody needs it before the button is pressed.
  signIn: async (username, password) => {
    const { signIn } = await import('./session.api.ts')
    await signIn(username, password)
  },
  raiseFlag,
  isSessionKept,
}

export function createLogin(services: LoginServices = live) {
  const $login = atom<Login>({ step: 'filling' })

  async function logIn(username: string, password: string): Promise<void> {
    if ($login.get().step === 'sending') return
    $login.set({ step: 'sending' })
    try {
      await services.signIn(username, password)
      services.raiseFlag()
      $login.set(
        services.isSessionKept()
          ? { step: 'done' }
          : { step: 'refused', problem: 'forgetful-browser' },
      )
    } catch (error) {
      $login.set({ step: 'refused', problem: problemOf(error) })
    }
  }

  return { $login, logIn }
}

export type LoginStore = ReturnType<typeof createLogin>

/** Whatever was not foreseen, a script that did not load included, is a matter of the connection. */
function problemOf(error: unknown): LoginProblem {
  const code = error instanceof ShopError ? error.code : undefined
  if (code === 'wrong-login' || code === 'limited') return code
  console.error('Error logging in', error)
  return 'unreachable'
}
