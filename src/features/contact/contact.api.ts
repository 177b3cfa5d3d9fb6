import '#shared/missing-apis.ts'
import { PUBLIC_CONTACT_FORM_URL } from 'astro:env/client'
import { backendUrl, publicHeaders, REQUEST_TIMEOUT_MS } from '#api/backend.ts'
import { isRecord, parseJson } from '#shared/json.ts'
import type { SentMessage } from './contact-message.ts'

/** The form service is given up earlier: the database is asked next. */
const FORM_TIMEOUT_MS = 5_000

/**
 * Whether the form service took the message or, where it can't or none is configured, the database, where the
 * admin reads it. Throws where it is not known whether the message was saved.
 */
export async function sendMessage(message: SentMessage): Promise<boolean> {
  if (PUBLIC_CONTACT_FORM_URL && (await sendToService(message))) return true
  const url = new URL('rest/v1/rpc/send_message', backendUrl)
  const response = await post(url, { p: message }, REQUEST_TIMEOUT_MS, publicHeaders)
  const body = parseJson(await response.text())
  if (isRecord(body) && body['ok'] === true) return true
  // The page of a network in place of the response.
  if (response.ok) throw new Error('The response is not the backend’s')
  return false
}

/** False where the service did not take it, or is not known to have taken it. */
async function sendToService(message: SentMessage): Promise<boolean> {
  try {
    return (await post(PUBLIC_CONTACT_FORM_URL, message, FORM_TIMEOUT_MS)).ok
  } catch {
    return false
  }
}

function post(url: string | URL, body: object, timeoutMs: number, headers = {}): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: { Accept: 'application/json', 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(timeoutMs),
  })
}
