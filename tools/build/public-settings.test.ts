import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { aFolder } from '#tests/support/shop-server.ts'
import { readFormerKeyName } from './public-settings.ts'

const KEY_NAME = 'PUBLIC_SUPABASE_PUBLISHABLE_KEY'

const folder = aFolder('public-settings')
const write = (text: string) => writeFileSync(join(folder.path, '.env'), text)

beforeEach(() => {
  vi.stubEnv(KEY_NAME, undefined)
  write('')
})
afterEach(() => vi.unstubAllEnvs())
afterAll(() => folder.remove())

test("the key's former name is read from the environment and from the .env file", () => {
  vi.stubEnv('PUBLIC_SUPABASE_ANON_KEY', 'of-the-host')
  readFormerKeyName(folder.path)
  expect(process.env[KEY_NAME]).toBe('of-the-host')

  vi.unstubAllEnvs()
  vi.stubEnv(KEY_NAME, undefined)
  write('PUBLIC_SUPABASE_ANON_KEY=of-the-file')
  readFormerKeyName(folder.path)
  expect(process.env[KEY_NAME]).toBe('of-the-file')
})

test('its own name wins, wherever it stands', () => {
  write(`${KEY_NAME}=new`)
  vi.stubEnv('PUBLIC_SUPABASE_ANON_KEY', 'former')
  readFormerKeyName(folder.path)
  expect(process.env[KEY_NAME]).toBeUndefined()
})
