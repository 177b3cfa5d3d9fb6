/* What the owner reads at the login (spec.md, section 8). */
import type { Toast } from '#ui/toast.ts'
import type { LoginProblem } from './login.store.ts'

export const LOGGED_IN: Toast = {
  title: 'Login successful',
  description: 'Welcome to the admin dashboard',
}

export const LOGIN_FAILED: Toast = {
  title: 'Login failed',
  description: 'Invalid credentials',
  tone: 'destructive',
}

export function loginSentence(problem: LoginProblem): string {
  switch (problem) {
    case 'wrong-login':
      return 'Invalid username or password'
    case 'limited':
      return 'There were too many attempts. Please wait a few minutes and try again.'
    case 'unreachable':
      return 'The store could not be reached. Please check your connection and try again.'
    case 'forgetful-browser':
      return 'This browser keeps nothing from page to page. Allow it to keep data of this site, then log in again.'
  }
}
