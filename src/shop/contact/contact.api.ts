import '#kit/missing-apis.ts'
import { PUBLIC_CONTACT_FORM_URL } from 'astro:env/client'
import { rpc } from '#api/rpc.ts'
import { isRecord } from '#kit/json.ts'
import { ShopError } from '#kit/remote/shop-error.ts'
import type { SentMessage } from './contact-message.ts'

/** The form service is given up earlier: the database is asked next. */
const FORM_TIMEOUT_MS = 5_000

/**
 * Whether the form service took the message or, where it can't or none is configured, the database, where the
 * admin reads it. Throws ShopError `unreachable` where it is not known whether the message was saved.
 */
export async function sendMessage(message: SentMessage): Promise<boolean> {
  if (PUBLIC_CONTACT_FORM_URL && (await sendToService(message))) return true
  const { status, body, cause } = await rpc('send_message', { p: { ...message } })
  if (isRecord(body) && body['ok'] === true) return true
  // No response, or the page of a network in place of it.
  if (status < 300) throw new ShopError('unreachable', { status, cause })
  return false
}

/** False where the service did not take it, or is not known to have taken it. */
async function sendToService(message: SentMessage): Promise<boolean> {
  try {
    const response = await fetch(PUBLIC_CONTACT_FORM_URL, {
      method: 'POST',
      headers: { Accept: 'application/json', 'Content-Type': 'application/json' },
      body: JSON.stringify(message),
      signal: AbortSignal.timeout(FORM_TIMEOUT_MS),
    })
    return response.ok
  } catch {
    return false
  }
}
