/* Logging in. */
import { returnPath } from '#admin/tab-state/return-page.ts'
import { createSubmit, type Refused } from '#kit/form/submit.ts'
import { codeOf, hasCode } from '#kit/remote/shop-error.ts'
import { showToast, showToastOnNextPage } from '#kit/toast/toast.store.ts'
import type { SignInProblem } from './session.api.ts'
import { isSessionSaved, setSessionFlag } from './session.ts'

const services = {
  /** supabase-js weighs more than the rest of the page, so it is loaded when the button is pressed. */
  signIn: async (username: string, password: string): Promise<void> => {
    const { signIn } = await import('./session.api.ts')
    await signIn(username, password)
  },
  setSessionFlag,
  isSessionSaved,
  showToast,
  /** Replaces the login in the history: Back would only lead to its redirect. */
  leave: (): void => {
    showToastOnNextPage({
      title: 'Login successful',
      description: 'Welcome to the admin dashboard',
    })
    location.replace(returnPath())
  },
}

export type LoginServices = typeof services

export function createLogin(options: Partial<LoginServices> = {}) {
  const { $submission, submit } = createSubmit('Error logging in')
  const logIn = (username: string, password: string) =>
    submit(() => signInOnce(username, password, { ...services, ...options }))
  return { $submission, logIn }
}

async function signInOnce(
  username: string,
  password: string,
  { signIn, setSessionFlag, isSessionSaved, showToast, leave }: LoginServices,
): Promise<Refused | undefined> {
  try {
    await signIn(username, password)
  } catch (error) {
    const isWrong = hasCode(error, 'wrong-login')
    if (!isWrong && !hasCode(error, 'limited')) throw error
    if (isWrong)
      showToast({ title: 'Login failed', description: 'Invalid credentials', tone: 'destructive' })
    return { sentence: loginSentence(error) }
  }
  setSessionFlag()
  if (!isSessionSaved()) return { sentence: SENTENCES['storage-blocked'] }
  leave()
  return undefined
}

/** What to say of an error of `signIn`. */
export function loginSentence(error: unknown): string {
  return SENTENCES[codeOf(error) as SignInProblem | 'unforeseen']
}

/** The texts of docs/product.md, rules 18.30, 18.31, 18.44 and 18.105. */
const SENTENCES: Record<SignInProblem | 'storage-blocked' | 'unforeseen', string> = {
  'wrong-login': 'Invalid username or password',
  limited: 'There were too many attempts. Please wait a few minutes and try again.',
  unreachable: 'The store could not be reached. Please check your connection and try again.',
  unforeseen: 'Something went wrong on this page. Please reload it and try again.',
  'wrong-key':
    'The database does not accept the key of this site, so nobody can log in. Set the project’s present key where the site is built, and publish the site again.',
  'not-set-up':
    'The database lacks a function of this site. Apply the migrations of the site to it, then log in again.',
  'storage-blocked':
    'This browser keeps nothing from page to page. Allow it to keep data of this site, then log in again.',
}
