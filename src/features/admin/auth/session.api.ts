/* Signing in and out. Loads supabase-js, so it is imported when it is needed. */

import { settings } from '#config/settings.ts'
import { ShopError } from '#shared/shop-error.ts'
import { adminClient } from './admin-client.ts'
import { clearSession } from './session.ts'

/** How long a logout waits for the backend. On this device the session ends either way. */
const SIGN_OUT_TIMEOUT_MS = 3_000

/**
 * Signs the admin in. Throws ShopError `wrong-login` (it does not say which half was wrong, or that the
 * person is no admin), `limited` (too many attempts) or `unreachable`.
 */
export async function signIn(username: string, password: string): Promise<void> {
  const email = toEmail(username)
  const { error } = await adminClient.auth.signInWithPassword({ email, password })
  if (error) throw new ShopError(codeOf(error.status), { cause: error })

  const response = await adminClient.rpc('admin_order_counts')
  if (!response.error) return
  await signOut()
  throw new ShopError(codeOf(response.status), { cause: response.error })
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
 * Ends every session of the admin, on this device and all others. Throws ShopError `unreachable` where
 * the API did not confirm it; then this session goes on.
 */
export async function signOutEverywhere(): Promise<void> {
  const { error } = await adminClient.auth.signOut({ scope: 'global' })
  if (error) throw new ShopError('unreachable', { cause: error })
  clearSession()
}

/** `admin` → `admin@…`: a username is the local part of an e-mail (docs/product.md, rule 13.1). */
function toEmail(username: string): string {
  const name = username.trim()
  return name.includes('@') ? name : `${name}@${settings.adminEmailDomain}`
}

function codeOf(status: number | undefined): string {
  if (status === 429) return 'limited'
  return status !== undefined && status >= 400 && status < 500 ? 'wrong-login' : 'unreachable'
}
