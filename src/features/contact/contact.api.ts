import '#shared/missing-apis.ts'
import { PUBLIC_CONTACT_FORM_URL } from 'astro:env/client'
import { backendUrl, publicHeaders, REQUEST_TIMEOUT_MS } from '#api/backend.ts'
import type { SentMessage } from './contact-message.ts'

/**
 * Whether the form service took the message or, where none is configured, the database, where the admin
 * reads it. Throws where there was no response.
 */
export async function sendMessage(message: SentMessage): Promise<boolean> {
  const response = PUBLIC_CONTACT_FORM_URL
    ? await post(PUBLIC_CONTACT_FORM_URL, message)
    : await post(new URL('rest/v1/rpc/send_message', backendUrl), { p: message }, publicHeaders)
  return response.ok
}

function post(url: string | URL, body: object, headers = {}): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: { Accept: 'application/json', 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
  })
}
