import { useEffect, useState } from 'react'
import { IslandBoundary } from '#ui/IslandBoundary.tsx'
import { followLogin } from './follow-login.ts'
import { LoginForm } from './LoginForm.tsx'
import { createLogin } from './login.store.ts'

export function LoginIsland() {
  const [login] = useState(createLogin)
  useEffect(() => followLogin(login), [login])
  return (
    <IslandBoundary>
      <LoginForm login={login} />
    </IslandBoundary>
  )
}
