import { useStore } from '@nanostores/react'
import { type SubmitEvent, useState } from 'react'
import { Field } from '#kit/form/Field.tsx'
import { submissionProblem } from '#kit/form/submit.ts'
import { staticIsland } from '#kit/island/island.tsx'
import { SubmitWhenReady } from '#kit/island/SubmitWhenReady.tsx'
import { createLogin, loginSentence } from './login.store.ts'

export const LoginIsland = staticIsland(LoginForm)

/** The fields are uncontrolled: the browser and its password manager validate, fill and save them. */
function LoginForm() {
  const [{ $submission, logIn }] = useState(() => createLogin())
  const submission = useStore($submission, { ssr: 'initial' })
  const isBusy = submission.state === 'sending' || submission.state === 'done'

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
        {submissionProblem(submission, loginSentence)}
      </p>
      <SubmitWhenReady
        isBusy={isBusy}
        notReady="This page is still loading. You are logged in as soon as it is ready."
      >
        {isBusy ? 'Logging in...' : 'Login'}
      </SubmitWhenReady>
    </form>
  )
}
