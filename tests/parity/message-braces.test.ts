/* Page and database find the same braces in the text of a message (rule 21.61). */
import { expect, test } from 'vitest'
import { MESSAGE_KINDS } from '#admin/order/told.ts'
import { MESSAGE_TEXTS, unknownBraces } from '#desk/reach/messages/message-texts.ts'
import { admin, openDatabase } from '../support/database.ts'

const { sql, call } = openDatabase()

const CASES: [string, string[]][] = [
  ['Salam {nmae}, order {Id} total {sum }, press {lnik}', ['{nmae}', '{Id}', '{sum }', '{lnik}']],
  ['Salam {name}: {id} {sum} {courier} {number} {link} {reason} {replaced} {shop}', []],
  ['سلام {نام}', ['{نام}']],
  ['Salam ｛name｝', ['｛name｝']],
  ['Salam ﹛name﹜', ['﹛name﹜']],
  ['{na{id}me}', ['{name}']],
  ['{{name}}', ['{}']],
  ['{name', ['{']],
  ['name}', ['}']],
  ['{}', ['{}']],
  ['{first\nname}', ['{first\nname}']],
]

test.each(CASES)('rule 21.61: %j has the unknown braces %j', async (text, unknown) => {
  expect(unknownBraces(text)).toEqual(unknown)
  const [row] = await sql('select private.unknown_braces($1) as unknown', [text])
  expect(row).toEqual({ unknown })
  const p = { kind: 'help', language: 'en', text }
  const { body } = await call(admin, 'admin_save_template', { p })
  const refused = { ok: false, code: 'unknown_braces', field: 'text', braces: unknown }
  expect(body).toEqual(unknown.length > 0 ? refused : { ok: true })
})

test('rule 21.10: every kind of message can be changed, and is noted', async () => {
  for (const language of ['en', 'ur-Latn'] as const) {
    for (const [kind, text] of Object.entries(MESSAGE_TEXTS[language])) {
      expect(unknownBraces(text)).toEqual([])
      const p = { kind, language, text: `Hello. ${text}` }
      expect((await call(admin, 'admin_save_template', { p })).body).toEqual({ ok: true })
    }
  }
  const listed = await sql<{ text: string }>(
    `select pg_get_constraintdef(oid) as text from pg_constraint
     where conname in ('told_messages_kind_check', 'message_templates_kind_check') order by conname`,
  )
  const kindsIn = ({ text }: { text: string }) =>
    [...text.matchAll(/'(\w+)'/g)].map(([, kind]) => kind)
  const kinds = Object.keys(MESSAGE_KINDS)
  expect(listed.map(kindsIn)).toEqual([kinds, [...kinds, 'other']])
})
