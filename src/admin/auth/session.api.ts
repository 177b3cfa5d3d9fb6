/* Signing in and out. Loads supabase-js, so it is imported when it is needed. */

import type { AuthError } from '@supabase/supabase-js'
import { settings } from '#config/settings.ts'
import { ShopError } from '#kit/remote/shop-error.ts'
import { adminClient } from './admin-client.ts'
import { type AdminResponse, adminRequest, callInTime, isFutureToken } from './admin-request.ts'
import { clearSession } from './session.ts'

/** How long a logout waits for the backend. On this device the session ends either way. */
const SIGN_OUT_TIMEOUT_MS = 3_000

export type SignInProblem = 'wrong-login' | 'limited' | 'wrong-key' | 'not-set-up' | 'unreachable'

/**
 * Signs the admin in. Throws a ShopError whose code is a SignInProblem: `wrong-login` does not say which half was
 * wrong, or that the person is no admin; `wrong-key` is that of the site; where the database is `not-set-up` it
 * lacks a function.
 */
export async function signIn(username: string, password: string): Promise<void> {
  const email = toEmail(username)
  const { error } = await adminClient.auth.signInWithPassword({ email, password })
  if (error) throw new ShopError(signInProblem(error), { cause: error })

  const response = await callInTime(adminClient.rpc('admin_order_counts'))
  if (!response.error) return
  await signOut()
  throw new ShopError(rightsProblem(response), { cause: response.error })
}

/** Ends the session here and, if it can be reached, in the backend. Never throws. */
export async function signOut(): Promise<void> {
  const signedOut = adminClient.auth.signOut({ scope: 'local' }).catch(() => {})
  await Promise.race([
    signedOut,
    new Promise((resolve) => setTimeout(resolve, SIGN_OUT_TIMEOUT_MS)),
  ])
  clearSession()
}

/**
 * Ends every session of the admin, on this device and all others, after which none of them is told of anything. Throws
 * ShopError `unreachable` where the API did not confirm it; then this session goes on.
 */
export async function signOutEverywhere(): Promise<void> {
  await adminRequest(adminClient.rpc('admin_forget_devices'))
  const { error } = await adminClient.auth.signOut({ scope: 'global' })
  if (error) throw new ShopError('unreachable', { cause: error })
  clearSession()
}

/** `admin` → `admin@…`: a username is the local part of an e-mail (docs/product.md, rule 13.1). */
function toEmail(username: string): string {
  const name = username.trim()
  return name.includes('@') ? name : `${name}@${settings.adminEmailDomain}`
}

/** What Supabase Auth says of a wrong name or password, a name that is no e-mail, and a banned user. */
const WRONG_LOGIN = /^(invalid_(credentials|grant)|validation_failed|user_banned)$/

function signInProblem({ status, code, message }: AuthError): SignInProblem {
  if (status === 429) return 'limited'
  if (status === 401) return 'wrong-key'
  // Earlier versions have no code.
  const isWrong = WRONG_LOGIN.test(code ?? '') || message === 'Invalid login credentials'
  return status === 400 && isWrong ? 'wrong-login' : 'unreachable'
}

/** Why the first request of the admin has no data. */
function rightsProblem(response: AdminResponse): SignInProblem {
  const { status } = response
  const code = response.error?.code
  if (isFutureToken(response)) return 'unreachable'
  if (code === '42501') return 'wrong-login'
  if (code === 'PGRST202') return 'not-set-up'
  if (status === 429) return 'limited'
  return status === 401 ? 'wrong-key' : 'unreachable'
}
