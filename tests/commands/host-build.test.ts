/* `npm run build` as a host runs it. tools/build/checks/environment.test.ts has all settings that must not be published. */
import { expect, test, vi } from 'vitest'
import { runProgram } from './project-copy.ts'

// A whole build may take long on a busy machine.
vi.setConfig({ testTimeout: 180_000 })

test('a secret key stops the build, which does not print it', async () => {
  const args = ['node_modules/astro/bin/astro.mjs', 'build']
  const { code, printed } = await runProgram('.', args, {
    PUBLIC_SUPABASE_URL: 'https://abc.supabase.co',
    // By its former name, which is read as well.
    PUBLIC_SUPABASE_ANON_KEY: 'sb_secret_0123456789',
    NO_COLOR: '1',
    FORCE_COLOR: '0',
  })
  expect(code).toBe(1)
  expect(printed).toContain('PUBLIC_SUPABASE_PUBLISHABLE_KEY is a secret key')
  expect(printed).not.toContain('sb_secret_0123456789')
})
