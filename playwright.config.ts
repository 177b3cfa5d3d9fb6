import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { resolveChromium } from './tools/chromium/chromium.mjs'
import { projectNode } from './tools/run/step.mjs'

// Another port lets two copies of the project be tested at once.
const PORT = Number(process.env['BROWSER_TESTS_PORT'] ?? 4399)
const SHOP = `http://localhost:${PORT}`
// For tests that ask the store itself, past the page.
process.env['SHOP_URL'] = SHOP

const { executablePath, env } = await resolveChromium()

/** The browser meets the built site over a store of its own, empty at every run. */
export default defineConfig({
  testDir: 'tests/e2e',
  fullyParallel: true,
  // One more than the cores of a small machine: much of a test is waiting.
  workers: 3,
  // These only end what hangs: on a machine that is busy with other work everything takes longer.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  forbidOnly: Boolean(process.env['CI']),
  // A shared machine may stand still for seconds; what passes only then is listed as flaky.
  retries: process.env['CI'] ? 1 : 0,
  reporter: 'list',
  use: {
    baseURL: SHOP,
    // It would answer before page.route does; tests/e2e/offline*.spec.ts let it in.
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
    browserName: 'chromium',
    launchOptions: {
      executablePath,
      env: { ...ownEnvironment(), ...env },
      args: [
        '--disable-domain-reliability',
        '--no-pings',
        // Nothing that a page asks for may leave this machine.
        '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
      ],
    },
  },
  webServer: {
    command: `"${projectNode()}" tools/site-server/serve.ts`,
    url: SHOP,
    reuseExistingServer: false,
    // Longest waits, for a machine that is busy. A server that ends by itself is noticed at once.
    timeout: 300_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 60_000 },
    // Each test comes from an address of its own.
    env: { PORT: String(PORT), DATA_DIR: freshDataFolder(), TRUST_PROXY: '1' },
  },
})

/** One per run: the workers read this file again, and find the folder that the run has made. */
function freshDataFolder(): string {
  const made = process.env['BROWSER_TESTS_DATA']
  if (made) return made
  const folder = mkdtempSync(join(tmpdir(), 'zulf-browser-tests-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  process.env['BROWSER_TESTS_DATA'] = folder
  return folder
}

function ownEnvironment(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).filter(
      (entry): entry is [string, string] => entry[1] !== undefined,
    ),
  )
}
