/* What `supabase config push` would set in a hosted project, asked of an API that only describes one. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listenOnFreePort } from '#tools/free-port.ts'
import { CLI_ENVIRONMENT, SUPABASE_CLI } from '#tools/supabase-cli.ts'

const PROJECT = 'abcdefghijklmnopqrst'
const config = { data: { attributes: { auth: { site_url: 'http://localhost:3000' } } } }

const folder = mkdtempSync(join(tmpdir(), 'config-push-'))
const profile = join(folder, 'profile.yaml')
const api = createServer((request, response) => {
  const isConfig = request.url?.endsWith('/config')
  response.writeHead(isConfig ? 200 : 404, { 'content-type': 'application/json' })
  response.end(JSON.stringify(isConfig ? config : {}))
})

beforeAll(async () => {
  const url = `http://127.0.0.1:${await listenOnFreePort(api)}`
  writeFileSync(
    profile,
    `name: local\napi_url: ${url}\ndashboard_url: ${url}\nproject_host: localhost\n`,
  )
})
afterAll(() => {
  api.close()
  rmSync(folder, { recursive: true })
})

test('the links of mails lead to the URL of the shop', async () => {
  const output = await diff({ SITE_URL: 'https://shop.example' })
  expect(output).toMatch(/auth\.site_url \[update\]\s+local:\s+"https:\/\/shop\.example"/)
})

async function diff(variables: Record<string, string>): Promise<string> {
  const child = spawn(
    process.execPath,
    [SUPABASE_CLI, 'config', 'diff', '--profile', profile, `--remote=${PROJECT}`, '--agent=no'],
    {
      env: {
        ...process.env,
        ...CLI_ENVIRONMENT,
        SUPABASE_ACCESS_TOKEN: `sbp_${'0'.repeat(40)}`,
        ...variables,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  await once(child, 'close')
  return output
}
