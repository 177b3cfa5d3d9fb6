import { afterEach, expect, test, vi } from 'vitest'
import { submissionProblem } from '#kit/form/submit.ts'
import { ShopError } from '#kit/remote/shop-error.ts'
import { createLogin, type LoginServices, loginSentence } from './login.store.ts'

function aLogin(options: Partial<LoginServices> = {}) {
  const services = { setSessionFlag: vi.fn(), showToast: vi.fn(), leave: vi.fn() }
  const login = createLogin({
    signIn: async () => {},
    isSessionSaved: () => true,
    ...services,
    ...options,
  })
  const problem = () => submissionProblem(login.$submission.get(), loginSentence)
  return { ...login, ...services, problem }
}

afterEach(() => {
  vi.restoreAllMocks()
})

test('signing in sets the flag and leaves the login', async () => {
  const { logIn, setSessionFlag, leave } = aLogin()
  expect(await logIn('admin', 'secret')).toBe(true)
  expect(setSessionFlag).toHaveBeenCalledOnce()
  expect(leave).toHaveBeenCalledOnce()
})

test.each([
  ['wrong-login', 'Invalid username or password', 1],
  ['limited', 'There were too many attempts. Please wait a few minutes and try again.', 0],
])('a refusal for %s sets no flag and is not logged', async (code, sentence, toasts) => {
  const logged = vi.spyOn(console, 'error')
  const { logIn, problem, setSessionFlag, showToast, leave } = aLogin({
    signIn: () => Promise.reject(new ShopError(code)),
  })
  await logIn('admin', 'guess')
  expect(problem()).toBe(sentence)
  expect(showToast).toHaveBeenCalledTimes(toasts)
  for (const unused of [setSessionFlag, leave, logged]) expect(unused).not.toHaveBeenCalled()
})

test.each([
  new ShopError('unreachable'),
  new TypeError('Failed to fetch dynamically imported module'),
  new TypeError('error loading dynamically imported module: https://shop.example/_astro/a.js'),
  new TypeError('Importing a module script failed.'),
])('a lost connection is not a wrong password: %s', async (error) => {
  const logged = vi.spyOn(console, 'error').mockReturnValue()
  const { logIn, problem } = aLogin({ signIn: () => Promise.reject(error) })
  await logIn('admin', 'secret')
  expect(problem()).toMatch('could not be reached')
  expect(logged).toHaveBeenCalledOnce()
})

test('rule 13.13: an error of the program is neither a lost connection nor a wrong password', async () => {
  const logged = vi.spyOn(console, 'error').mockReturnValue()
  const error = new TypeError('URL.canParse is not a function')
  const { logIn, problem } = aLogin({ signIn: () => Promise.reject(error) })
  await logIn('admin', 'secret')
  expect(problem()).toMatch('Something went wrong on this page')
  expect(logged).toHaveBeenCalledWith('Error logging in', error)
})

test('rule 13.11: a browser that saves nothing is told so instead of being redirected in circles', async () => {
  const { logIn, problem, leave } = aLogin({ isSessionSaved: () => false })
  await logIn('admin', 'secret')
  expect(problem()).toMatch('This browser keeps nothing')
  expect(leave).not.toHaveBeenCalled()
})

test('a password is sent as typed', async () => {
  const signIn = vi.fn(async () => {})
  await aLogin({ signIn }).logIn('admin', ' with spaces 🙂 ')
  expect(signIn.mock.calls).toEqual([['admin', ' with spaces 🙂 ']])
})
