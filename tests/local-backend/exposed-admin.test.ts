import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { aFolder } from '../support/shop-server.ts'

const folder = aFolder('exposed-admin')
afterAll(() => folder.remove())

test('a shop that other machines reach does not start with the password that everybody knows', () => {
  const { status, stderr, stdout } = serve({ HOST: '0.0.0.0' })
  expect({ status, stderr, stdout }).toEqual({
    status: 1,
    stderr:
      'Listening on 0.0.0.0 opens the shop and its admin to other machines: set ADMIN_PASSWORD to a password of your own with at least 12 characters.\n',
    stdout: '',
  })
  expect(existsSync(join(folder.path, 'data'))).toBe(false)
})

function serve(env: NodeJS.ProcessEnv) {
  return spawnSync(process.execPath, ['tools/site-server/serve.ts'], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    encoding: 'utf8',
    timeout: 60_000,
    env: {
      PATH: process.env['PATH'],
      PUBLIC_SUPABASE_URL: '/',
      DATA_DIR: join(folder.path, 'data'),
      PORT: '0',
      ...env,
    },
  })
}
