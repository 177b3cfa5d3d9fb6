import { expect, test } from 'vitest'
import { readRefusal } from './refusal.ts'

test('rule 5.8: a body with ok: false and a known code is a refusal', () => {
  const body = { ok: false, code: 'required', field: 'text' }
  expect(readRefusal(body)).toMatchObject({ code: 'required', field: 'text', cause: body })
  expect(readRefusal({ ok: false, code: 'stale', field: 7 })?.field).toBeUndefined()
})

test.each<[string, unknown]>([
  ['a known code without ok', { code: 'not_found', message: 'No such page' }],
  ['a known code of a success', { ok: true, code: 'not_found' }],
  ['a known code with ok as text', { ok: 'false', code: 'not_found' }],
  ['a code of Postgres', { ok: false, code: '57P01' }],
  ['no code', { ok: false }],
  ['the name of a method', { ok: false, code: 'toString' }],
  ['a missing function', { code: 'PGRST202', message: 'None' }],
  ['a page', '<html>not_found</html>'],
  ['an empty body', null],
])('rule 5.8: %s is none', (_, body) => {
  expect(readRefusal(body)).toBeUndefined()
})
