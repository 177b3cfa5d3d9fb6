/* Local backends and complete shops for one test, each on a free port and in a temporary folder. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createClient, type Session, type SupabaseClient } from '@supabase/supabase-js'
import { ADMIN_SESSION_KEY } from '#admin/auth/session.ts'
import type { Database } from '#api/database.types.ts'
import { LOCAL_API_KEY } from '#tools/local-backend/gateway.ts'
import {
  type LocalBackend,
  type LocalBackendOptions,
  openLocalBackend,
} from '#tools/local-backend/local-backend.ts'
import { type SiteOptions, startSiteServer } from '#tools/site-server/site-server.ts'
import { prepareDatabase } from './prepare-database.ts'

export const adminLogin = { email: 'admin@zulf.example', password: 'a-password-for-tests' }

/** Posts JSON to a backend with the public key, as the client of that address where one is given. */
export function postJson(url: string, body: unknown, clientAddress?: string): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: {
      apikey: LOCAL_API_KEY,
      'content-type': 'application/json',
      ...(clientAddress && { 'x-forwarded-for': clientAddress }),
    },
    body: JSON.stringify(body),
  })
}

/** A client that remembers nobody, of the local backend unless a key of another one is given. */
export function clientOf(url: string, key = LOCAL_API_KEY): SupabaseClient<Database> {
  return createClient<Database>(url, key, {
    auth: { persistSession: false, autoRefreshToken: false },
  })
}

/** The same, signed in. */
export async function signedInClient(
  url: string,
  login = adminLogin,
): Promise<{ client: SupabaseClient<Database>; session: Session }> {
  const client = clientOf(url)
  const { data, error } = await client.auth.signInWithPassword(login)
  if (error) throw error
  return { client, session: data.session }
}

/** The storage of a browser with a session of the admin, as Playwright takes it. */
export async function adminStorageState(url: string) {
  const { session } = await signedInClient(url)
  const localStorage = [
    { name: 'adminAuthenticated', value: 'true' },
    { name: ADMIN_SESSION_KEY, value: JSON.stringify(session) },
  ]
  return { cookies: [], origins: [{ origin: url, localStorage }] }
}

export interface TestBackend {
  url: string
  transaction: LocalBackend['transaction']
  migrate: LocalBackend['migrate']
  close(): Promise<void>
}

/** Opens a local backend in this process, with a site of one page. */
export async function startBackend(
  dataDir: string,
  options: Partial<LocalBackendOptions> = {},
  site: Partial<SiteOptions> = {},
): Promise<TestBackend> {
  await prepareDatabase(dataDir, options.supabase ? 'empty' : 'migrated')
  const settings = { ...backendOptions(dataDir), ...options }
  const backend = await openLocalBackend(settings)
  const { trustProxy = false } = settings
  const dist = aSiteIn(dataDir)
  const server = await startSiteServer({ port: 0, dist, trustProxy, backend, ...site })
  return {
    url: server.url,
    transaction: backend.transaction,
    migrate: backend.migrate,
    async close() {
      await server.close()
      await backend.close()
    },
  }
}

/** Beside the data, so that it is removed with them. */
function aSiteIn(dataDir: string): string {
  const dist = join(dataDir, 'site')
  mkdirSync(dist, { recursive: true })
  writeFileSync(join(dist, '404.html'), 'Not here')
  return dist
}

export function backendOptions(dataDir: string): LocalBackendOptions {
  return {
    dataDir,
    adminUsername: 'admin',
    adminPassword: adminLogin.password,
    adminEmailDomain: 'zulf.example',
    durable: false,
    // Tests claim client addresses, so that limits do not touch.
    trustProxy: true,
  }
}

export interface ServerProcess {
  url: string
  /** Its output, and its error output if that is piped. */
  printed(): string
  /** Resolves when the process has ended. */
  kill(signal: NodeJS.Signals): Promise<void>
}

export function aFolder(name: string): { path: string; remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), `zulf-${name}-`))
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}

/** A local backend in a process of its own. */
export async function startBackendProcess(
  dataDir: string,
  env: NodeJS.ProcessEnv = {},
  stderr: 'inherit' | 'pipe' = 'inherit',
): Promise<ServerProcess> {
  const child = spawn(process.execPath, ['tests/support/backend-process.ts'], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    env: { ...process.env, PUBLIC_SUPABASE_URL: '/', DATA_DIR: dataDir, ...env },
    stdio: ['ignore', 'pipe', stderr],
  })
  let printed = ''
  for (const output of [child.stdout, child.stderr]) {
    output?.setEncoding('utf8').on('data', (text: string) => {
      printed += text
    })
  }
  const ended = once(child, 'close')
  return {
    url: await printedUrl(child, () => printed),
    printed: () => printed,
    async kill(signal) {
      child.kill(signal)
      await ended
    },
  }
}

async function printedUrl(child: ChildProcess, printed: () => string): Promise<string> {
  let hasEnded = false
  const ended = once(child, 'close').then(() => {
    hasEnded = true
  })
  for (;;) {
    const url = /http:\/\/localhost:\d+(?=\s)/.exec(printed())?.[0]
    if (url) return url
    if (hasEnded) throw new Error(`The backend ended before it served anything: ${printed()}`)
    await Promise.race([child.stdout && once(child.stdout, 'data'), ended])
  }
}
