/* What the contact form has cleaned is saved to the letter, whatever text it was. */
import { expect, test } from 'vitest'
import { cleanMessage } from '#shop/contact/contact-message.ts'
import { openDatabase } from '../support/database.ts'
import { nastyText } from '../support/nasty-text.ts'
import { inBatches, samples, seed } from '../support/random-run.ts'

const { sql } = openDatabase()

test('20,000 messages as the form sends them', async () => {
  const sent = samples(nastyText, 20_000).map((text) => {
    const { subject, message } = cleanMessage({ name: '', email: '', subject: text, message: text })
    return { subject, message }
  })
  const found = []
  for (const batch of inBatches(sent)) {
    found.push(
      ...(await sql(
        `select sent from jsonb_array_elements($1::jsonb) as sent
         where private.clean_lines(sent ->> 'message') <> sent ->> 'message'
           or private.clean_text(sent ->> 'subject') <> sent ->> 'subject'`,
        [JSON.stringify(batch)],
      )),
    )
  }
  expect({ seed, found: found.slice(0, 5) }).toEqual({ seed, found: [] })
})
