import { useStore } from '@nanostores/react'
import type { SubmitEvent } from 'react'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/Field.tsx'
import { useHydrated } from '#ui/useHydrated.ts'
import type { LoginStore } from './login.store.ts'
import { loginSentence } from './login-messages.ts'

/** Both fields are left to the browser and its password manager: it asks, fills and remembers. */
export function LoginForm({ login: { $login, logIn } }: { login: LoginStore }) {
  const login = useStore($login, { ssr: 'initial' })
  const isReady = useHydrated()
  const isBusy = login.step === 'sending' || login.step === 'done'

  function sendLogin(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    const typed = new FormData(event.currentTarget)
    void logIn(String(typed.get('username')), String(typed.get('password')))
  }

  // Were the form ever sent by the browser itself, a POST would keep the password out of the address.
  return (
    <form method="post" onSubmit={sendLogin} aria-label="Login" className="grid gap-5">
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
        {login.step === 'refused' && loginSentence(login.problem)}
      </p>
      <Button variant="primary" type="submit" disabled={!isReady || isBusy}>
        {isBusy ? 'Logging in...' : 'Login'}
      </Button>
    </form>
  )
}
