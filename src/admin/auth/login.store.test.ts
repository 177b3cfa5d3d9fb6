import { expect, test, vi } from 'vitest'
import { submissionProblem } from '#kit/form/submit.ts'
import { ShopError } from '#kit/remote/shop-error.ts'
import { createLogin, type LoginServices, loginSentence } from './login.store.ts'

function aLogin(options: Partial<LoginServices>) {
  const login = createLogin({ setSessionFlag: () => {}, ...options })
  const problem = () => submissionProblem(login.$submission.get(), loginSentence)
  return { ...login, problem }
}

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
  const leave = vi.fn()
  const signIn = async () => {}
  const { logIn, problem } = aLogin({ signIn, isSessionSaved: () => false, leave })
  await logIn('admin', 'secret')
  expect(problem()).toMatch('This browser keeps nothing')
  expect(leave).not.toHaveBeenCalled()
})
