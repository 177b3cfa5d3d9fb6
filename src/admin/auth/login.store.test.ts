import { afterEach, expect, test, vi } from 'vitest'
import { ShopError } from '#kit/remote/shop-error.ts'
import { createLogin, type LoginOptions } from './login.store.ts'

function aLogin(options: LoginOptions = {}) {
  const setSessionFlag = vi.fn()
  const login = createLogin({
    signIn: async () => {},
    setSessionFlag,
    isSessionSaved: () => true,
    ...options,
  })
  return { ...login, setSessionFlag }
}

afterEach(() => {
  vi.restoreAllMocks()
})

test('signing in sets the flag and is done', async () => {
  const { $login, logIn, setSessionFlag } = aLogin()
  await logIn('admin', 'secret')
  expect(setSessionFlag).toHaveBeenCalledOnce()
  expect($login.get()).toEqual({ step: 'done' })
})

test.each(['wrong-login', 'limited'])('a refusal for %s sets no flag', async (code) => {
  const { $login, logIn, setSessionFlag } = aLogin({
    signIn: () => Promise.reject(new ShopError(code)),
  })
  await logIn('admin', 'guess')
  expect($login.get()).toEqual({ step: 'refused', problem: code })
  expect(setSessionFlag).not.toHaveBeenCalled()
})

test.each([
  new ShopError('unreachable'),
  new TypeError('Failed to fetch dynamically imported module'),
  new TypeError('error loading dynamically imported module: https://shop.example/_astro/a.js'),
  new TypeError('Importing a module script failed.'),
])('a lost connection is not a wrong password: %s', async (error) => {
  const logged = vi.spyOn(console, 'error').mockReturnValue()
  const { $login, logIn } = aLogin({ signIn: () => Promise.reject(error) })
  await logIn('admin', 'secret')
  expect($login.get()).toEqual({ step: 'refused', problem: 'unreachable' })
  expect(logged).toHaveBeenCalledOnce()
})

test('rule 13.13: an error of the program is neither a lost connection nor a wrong password', async () => {
  const logged = vi.spyOn(console, 'error').mockReturnValue()
  const error = new TypeError('URL.canParse is not a function')
  const { $login, logIn } = aLogin({ signIn: () => Promise.reject(error) })
  await logIn('admin', 'secret')
  expect($login.get()).toEqual({ step: 'refused', problem: 'unforeseen' })
  expect(logged).toHaveBeenCalledWith('Error logging in', error)
})

test('rule 13.11: a browser that saves nothing is told so instead of being redirected in circles', async () => {
  const { $login, logIn } = aLogin({ isSessionSaved: () => false })
  await logIn('admin', 'secret')
  expect($login.get()).toEqual({ step: 'refused', problem: 'storage-blocked' })
})

test('a password is sent as typed, and a second press sends nothing', async () => {
  const signIn = vi.fn(async () => {})
  const { logIn } = aLogin({ signIn })
  await Promise.all([logIn('admin', ' with spaces 🙂 '), logIn('admin', 'again')])
  expect(signIn.mock.calls).toEqual([['admin', ' with spaces 🙂 ']])
})
