import { PUBLIC_CONTACT_FORM_URL } from 'astro:env/client'
import type { Letter } from './contact-message.ts'

/** Milliseconds until the form service counts as silent. */
const TIME_OUT = 10_000

/** Whether the form service took the message. Throws where it gave no answer. */
export async function sendMessage(letter: Letter): Promise<boolean> {
  const response = await fetch(PUBLIC_CONTACT_FORM_URL, {
    method: 'POST',
    headers: { Accept: 'application/json', 'Content-Type': 'application/json' },
    body: JSON.stringify(letter),
    signal: AbortSignal.timeout(TIME_OUT),
  })
  return response.ok
}
