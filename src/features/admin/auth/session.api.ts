/* Signing in and out: what the store is asked. Loads supabase-js, so the shell imports it when needed. */

import { adminClient } from '#api/admin-client.ts'
import { settings } from '#config/settings.ts'
import { ShopError } from '#shared/shop-error.ts'
import { forgetSession } from './session-flag.ts'

/** Milliseconds that a logout waits for the store. On this device it is done either way. */
const PATIENCE = 3_000

/**
 * Signs the owner in. Throws ShopError `wrong-login` (which half was wrong, or that the person is no
 * admin, is nobody's business), `limited` (too many tries) or `unreachable`.
 */
export async function signIn(username: string, password: string): Promise<void> {
  const email = toEmail(username)
  const { error } = await adminClient.auth.signInWithPassword({ email, password })
  if (error) throw new ShopError(codeOf(error.status), { cause: error })

  const asked = await adminClient.rpc('admin_order_counts')
  if (!asked.error) return
  await signOut()
  throw new ShopError(codeOf(asked.status), { cause: asked.error })
}

/** Ends the session here and, if it can be reached, in the store. Never throws. */
export async function signOut(): Promise<void> {
  const told = adminClient.auth.signOut({ scope: 'local' }).catch(() => {})
  await Promise.race([told, new Promise((resolve) => setTimeout(resolve, PATIENCE))])
  forgetSession()
}

/**
 * Ends every session of the admin, on this device and all others. Throws ShopError `unreachable` where
 * the API did not confirm it; then this session goes on.
 */
export async function signOutEverywhere(): Promise<void> {
  const { error } = await adminClient.auth.signOut({ scope: 'global' })
  if (error) throw new ShopError('unreachable', { cause: error })
  forgetSession()
}

/** `admin` → `admin@…`: the spec's user name is an address at the shop's own domain. */
export function toEmail(username: string): string {
  const name = username.trim()
  return name.includes('@') ? name : `${name}@${settings.adminEmailDomain}`
}

function codeOf(status: number | undefined): string {
  if (status === 429) return 'limited'
  return status !== undefined && status >= 400 && status < 500 ? 'wrong-login' : 'unreachable'
}
