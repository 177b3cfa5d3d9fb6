import { afterEach, expect, test, vi } from 'vitest'
import { ShopError } from '#shared/shop-error.ts'
import { createLogin, type LoginServices } from './login.store.ts'

function aLogin(services: Partial<LoginServices> = {}) {
  const raiseFlag = vi.fn()
  const login = createLogin({
    signIn: async () => {},
    raiseFlag,
    isSessionKept: () => true,
    ...services,
  })
  return { ...login, raiseFlag }
}

afterEach(() => {
  vi.restoreAllMocks()
})

test('who signs in raises the flag and is done', async () => {
  const { $login, logIn, raiseFlag } = aLogin()
  await logIn('admin', 'secret')
  expect(raiseFlag).toHaveBeenCalledOnce()
  expect($login.get()).toEqual({ step: 'done' })
})

test.each(['wrong-login', 'limited'])('a refusal for %s raises no flag', async (code) => {
  const { $login, logIn, raiseFlag } = aLogin({
    signIn: () => Promise.reject(new ShopError(code)),
  })
  await logIn('admin', 'guess')
  expect($login.get()).toEqual({ step: 'refused', problem: code })
  expect(raiseFlag).not.toHaveBeenCalled()
})

test.each([
  new ShopError('unreachable'),
  new TypeError('Failed to fetch dynamically imported module'),
])('a lost connection never reads as a wrong password: %s', async (error) => {
  const logged = vi.spyOn(console, 'error').mockReturnValue()
  const { $login, logIn } = aLogin({ signIn: () => Promise.reject(error) })
  await logIn('admin', 'secret')
  expect($login.get()).toEqual({ step: 'refused', problem: 'unreachable' })
  expect(logged).toHaveBeenCalledOnce()
})

test('a browser that keeps nothing says so rather than going round in circles', async () => {
  const { $login, logIn } = aLogin({ isSessionKept: () => false })
  await logIn('admin', 'secret')
  expect($login.get()).toEqual({ step: 'refused', problem: 'forgetful-browser' })
})

test('a password goes as it was typed, and a second press sends nothing', async () => {
  const signIn = vi.fn(async () => {})
  const { logIn } = aLogin({ signIn })
  await Promise.all([logIn('admin', ' with spaces 🙂 '), logIn('admin', 'again')])
  expect(signIn.mock.calls).toEqual([['admin', ' with spaces 🙂 ']])
})
