import '#kit/missing-apis.ts'
import { PUBLIC_CONTACT_FORM_URL } from 'astro:env/client'
import { rpc } from '#api/rpc.ts'
import { isRecord, parseJson } from '#kit/json.ts'
import { ShopError } from '#kit/remote/shop-error.ts'
import { type ContactMessage, MESSAGE_FIELDS, type SentMessage } from './contact-message.ts'

/** The form service is given up earlier: the database is asked next. */
const FORM_TIMEOUT_MS = 5_000

/**
 * Whether the form service took the message or, where it can't or none is configured, the database, where the
 * admin reads it. A suspected one goes to the database only, which can mark it. Throws ShopError `unreachable` where
 * it is not known whether the message was saved.
 */
export async function sendMessage(message: SentMessage): Promise<boolean> {
  const isForService = PUBLIC_CONTACT_FORM_URL && !message.isSuspected
  if (isForService && (await sendToService(message))) return true
  const { status, body, cause } = await rpc('send_message', { p: { ...message } })
  if (isRecord(body) && body['ok'] === true) return true
  // No response, or the page of a network in place of it.
  if (status < 300) throw new ShopError('unreachable', { status, cause })
  return false
}

/** False where the service did not take it, or is not known to have taken it. */
async function sendToService(message: ContactMessage): Promise<boolean> {
  try {
    const response = await fetch(PUBLIC_CONTACT_FORM_URL, {
      method: 'POST',
      headers: { Accept: 'application/json', 'Content-Type': 'application/json' },
      // The names of the fields alone: nothing else of the message leaves (docs/product.md, rule 8.4).
      body: JSON.stringify(message, [...MESSAGE_FIELDS]),
      signal: AbortSignal.timeout(FORM_TIMEOUT_MS),
    })
    const body = parseJson(await response.text())
    return response.ok && !(isRecord(body) && body['ok'] === false)
  } catch {
    return false
  }
}
