/* `npm run build` as a host runs it, with settings that must not be published. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test, vi } from 'vitest'

const HOSTED = {
  PUBLIC_SUPABASE_URL: 'https://abc.supabase.co',
  PUBLIC_SUPABASE_ANON_KEY: 'sb_publishable_abc',
}

/** What a build prints that must end with an error. */
async function failedBuild(
  settings: Record<string, string>,
  ...options: string[]
): Promise<string> {
  // In CI Astro colours the URLs of a message, which then is not the plain text.
  const plain = { ASTRO_TELEMETRY_DISABLED: '1', NO_COLOR: '1', FORCE_COLOR: '0' }
  const env = { ...process.env, ...plain, ...HOSTED, ...settings }
  const building = promisify(execFile)(
    process.execPath,
    ['node_modules/astro/bin/astro.mjs', 'build', ...options],
    { env },
  )
  const { stdout, stderr } = await building.then(
    () => Promise.reject(new Error('The build did not stop')),
    (error: { stdout: string; stderr: string }) => error,
  )
  return stdout + stderr
}

// A whole build may take long on a busy machine.
vi.setConfig({ testTimeout: 180_000 })

test('a secret key stops the build, which does not print it', async () => {
  const output = await failedBuild({ PUBLIC_SUPABASE_ANON_KEY: 'sb_secret_0123456789' })
  expect(output).toContain('PUBLIC_SUPABASE_ANON_KEY is a secret key')
  expect(output).not.toContain('sb_secret_0123456789')
})

test('a sample URL of the site stops a build for a host', async () => {
  const output = await failedBuild({}, '--site', 'https://sample.example')
  expect(output).toContain('The site would be published as https://sample.example')
})

test('a deploy preview with the live variables stops', async () => {
  const output = await failedBuild({ CONTEXT: 'deploy-preview' }, ...['--site', 'https://zulf.pk'])
  expect(output).toContain('This is a preview (CONTEXT is deploy-preview)')
})
