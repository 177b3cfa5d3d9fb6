/* Stores and whole shops of a test's own, each on a free port and in a folder that goes with it. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  type LocalStore,
  type LocalStoreOptions,
  openLocalStore,
} from '../../src/integrations/local-store/local-store.ts'
import { startSiteServer } from '../../src/integrations/site-server.ts'
import { prepareDatabase } from './empty-database.ts'

export const adminLogin = { email: 'admin@zulf.example', password: 'a-password-for-tests' }

export interface TestStore {
  url: string
  transaction: LocalStore['transaction']
  migrate: LocalStore['migrate']
  close(): Promise<void>
}

/** Opens a store in this process, over a site of one page. */
export async function startStore(
  dataDir: string,
  options: Partial<LocalStoreOptions> = {},
): Promise<TestStore> {
  await prepareDatabase(dataDir)
  const store = await openLocalStore({ ...storeOptions(dataDir), ...options })
  const site = await startSiteServer({ port: 0, dist: aSiteIn(dataDir), store })
  return {
    url: site.url,
    transaction: store.transaction,
    migrate: store.migrate,
    async close() {
      await site.close()
      await store.close()
    },
  }
}

/** Beside the data, to go when they go: a killed process tidies nothing up. */
function aSiteIn(dataDir: string): string {
  const dist = join(dataDir, 'site')
  mkdirSync(dist, { recursive: true })
  writeFileSync(join(dist, '404.html'), 'Not here')
  return dist
}

export function storeOptions(dataDir: string): LocalStoreOptions {
  return {
    dataDir,
    adminUsername: 'admin',
    adminPassword: adminLogin.password,
    adminEmailDomain: 'zulf.example',
  }
}

export interface ServerProcess {
  url: string
  /** Resolves when the process is gone. */
  kill(signal: NodeJS.Signals): Promise<void>
}

/** A store in a process of its own: to be killed. */
export function startStoreProcess(dataDir: string): Promise<ServerProcess> {
  return launch('tests/support/store-process.ts', { DATA_DIR: dataDir })
}

/** The built site with its store, as `npm start` serves it. */
export function startShop(dataDir: string): Promise<ServerProcess> {
  return launch('scripts/serve.ts', { DATA_DIR: dataDir, PORT: '0' })
}

export function aFolder(name: string): { path: string; remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), `zulf-${name}-`))
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}

async function launch(script: string, env: NodeJS.ProcessEnv): Promise<ServerProcess> {
  const child = spawn(process.execPath, [script], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    env: { ...process.env, PUBLIC_SUPABASE_URL: '/', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return {
    url: await printedUrl(child, script),
    async kill(signal) {
      const gone = once(child, 'close')
      child.kill(signal)
      await gone
    },
  }
}

async function printedUrl(child: ChildProcess, script: string): Promise<string> {
  let printed = ''
  for await (const text of child.stdout?.setEncoding('utf8').iterator({ destroyOnReturn: false }) ??
    []) {
    printed += text
    const url = /http:\/\/localhost:\d+(?=\s)/.exec(printed)?.[0]
    if (url) return url
  }
  throw new Error(`${script} ended before it served anything: ${printed}`)
}
