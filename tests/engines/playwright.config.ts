import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { adminLogin } from '#tests/support/shop-server.ts'
import { ENGINES, type Look } from '#tools/engines/tab.ts'
import { projectNode } from '#tools/run/step.mjs'
import type { EngineOptions } from './customer.ts'

const PORT = Number(process.env['BROWSER_TESTS_PORT'] ?? 4398)
const SHOP = `http://localhost:${PORT}`
// For tests that reach it another way.
process.env['SHOP_URL'] = SHOP

const PHONE = { width: 390, height: 844 }
const WIDE = { width: 1280, height: 900 }
const LOOKS: Record<string, Look> = {
  'phone-light': { ...PHONE, scheme: 'light' },
  'phone-dark': { ...PHONE, scheme: 'dark' },
  'wide-light': { ...WIDE, scheme: 'light' },
  'wide-dark': { ...WIDE, scheme: 'dark' },
}

/** In each look are the pages themselves, in two of them what engines do differently. */
const EVERY_LOOK = 'main-path.spec.ts'
const TWO_LOOKS = [EVERY_LOOK, 'behaviour.spec.ts', 'offline.spec.ts']

/** The built site with a backend of its own, in every engine, size and colour scheme. */
export default defineConfig<EngineOptions>({
  testDir: '.',
  outputDir: '../../test-results/engines',
  fullyParallel: true,
  workers: 2,
  timeout: 180_000,
  reporter: 'list',
  use: { baseURL: SHOP },
  projects: [
    ...ENGINES.flatMap((engine) =>
      Object.entries(LOOKS).map(([name, look]) => ({
        name: `${engine}-${name}`,
        testMatch: ['phone-light', 'wide-dark'].includes(name) ? TWO_LOOKS : EVERY_LOOK,
        use: { engine, look },
      })),
    ),
    {
      name: 'firefox-blocked-storage',
      testMatch: 'blocked-storage.spec.ts',
      use: { engine: 'firefox', look: { ...PHONE, scheme: 'light', blocksStorage: true } },
    },
  ],
  webServer: {
    command: `"${projectNode()}" tools/site-server/serve.ts`,
    cwd: '../..',
    url: SHOP,
    reuseExistingServer: false,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 5_000 },
    env: {
      PORT: String(PORT),
      DATA_DIR: freshDataFolder(),
      ADMIN_PASSWORD: adminLogin.password,
      PUBLIC_SUPABASE_URL: '/',
    },
  },
})

/** One for each run: the workers load this file again and use the same folder. */
function freshDataFolder(): string {
  const existing = process.env['ENGINE_TESTS_DATA']
  if (existing) return existing
  const folder = mkdtempSync(join(tmpdir(), 'engine-tests-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  process.env['ENGINE_TESTS_DATA'] = folder
  return folder
}
