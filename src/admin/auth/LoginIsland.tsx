import { useStore } from '@nanostores/react'
import type { SubmitEvent } from 'react'
import { Button } from '#kit/form/Button.tsx'
import { Field } from '#kit/form/Field.tsx'
import { island, useHydrated } from '#kit/scripts/island.tsx'
import { createLogin, type LoginProblem, type LoginStore } from './login.store.ts'

/** The texts of docs/product.md, rules 18.30, 18.31, 18.44 and 18.105. */
const PROBLEMS: Record<LoginProblem, string> = {
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

export const LoginIsland = island(LoginForm, () => createLogin())

/** The fields are uncontrolled: the browser and its password manager validate, fill and save them. */
function LoginForm({ store: { $login, logIn } }: { store: LoginStore }) {
  const login = useStore($login, { ssr: 'initial' })
  const isReady = useHydrated()
  const isBusy = login.step === 'sending' || login.step === 'done'

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    const typed = new FormData(event.currentTarget)
    void logIn(String(typed.get('username')), String(typed.get('password')))
  }

  // If the browser itself ever submitted the form, a POST would keep the password out of the URL.
  return (
    <form method="post" onSubmit={submit} aria-label="Login" className="grid gap-5">
      <Field
        label="Username"
        name="username"
        required
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
      />
      <Field
        label="Password"
        name="password"
        type="password"
        required
        autoComplete="current-password"
      />
      <p role="alert" className="text-danger empty:hidden">
        {login.step === 'refused' && PROBLEMS[login.problem]}
      </p>
      <Button variant="primary" type="submit" disabled={!isReady || isBusy}>
        {isBusy ? 'Logging in...' : 'Login'}
      </Button>
    </form>
  )
}
