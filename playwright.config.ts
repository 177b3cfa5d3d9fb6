import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { CAMERA_ARGUMENTS } from './tests/e2e/support/camera-video.ts'
import { resolveChromium } from './tools/chromium/chromium.mjs'
import { projectNode } from './tools/run/step.mjs'

// Another port lets two copies of the project be tested at once.
const PORT = Number(process.env['BROWSER_TESTS_PORT'] ?? 4399)
const SHOP = `http://localhost:${PORT}`
// For tests that send requests themselves.
process.env['SHOP_URL'] = SHOP

/** `npm run test:resilience`; the rest belongs to `npm test`. `npm run pictures` saves pictures of each page. */
const RESILIENCE = '**/resilience/*.spec.ts'

/** On the site that `npm run build:without-desk` builds. */
const WITHOUT_DESK = '**/without-desk.spec.ts'

const { executablePath, env } = await resolveChromium()

/** The built site in Chromium, with a backend of its own that is empty at every run. */
export default defineConfig({
  testDir: 'tests/e2e',
  projects: [
    // Painting movements takes a twentieth of the processor time. Tests of what moves, of buying, and the others have it.
    { name: 'shop', testIgnore: [RESILIENCE, WITHOUT_DESK], use: { reducedMotion: 'reduce' } },
    { name: 'resilience', testMatch: RESILIENCE },
    { name: 'without-desk', testMatch: WITHOUT_DESK, use: { reducedMotion: 'reduce' } },
    { name: 'pictures', testMatch: '**/page-kinds.spec.ts' },
  ],
  fullyParallel: true,
  // More than there are cores, because tests mostly wait.
  workers: '150%',
  // Generous, because these only end what hangs, also on a busy machine.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  forbidOnly: Boolean(process.env['CI']),
  // A shared machine may pause for seconds. What passes on a retry is listed as flaky.
  retries: process.env['CI'] ? 1 : 0,
  // A line a test would push what failed before out of the end of a log, which is all that some CI shows.
  reporter: process.env['CI'] ? 'dot' : 'list',
  use: {
    baseURL: SHOP,
    // A worker would respond before page.route does. The tests of the worker allow it.
    serviceWorkers: 'block',
    browserName: 'chromium',
    launchOptions: {
      executablePath,
      env: { ...ownEnvironment(), ...env },
      args: [
        '--disable-domain-reliability',
        '--no-pings',
        // The first page of a context starts a second process otherwise: a sixth of what it takes to load.
        '--renderer-process-limit=1',
        // A screenshot has the pictures that have come, also while the machine is busy.
        '--disable-checker-imaging',
        // No request may leave this machine.
        '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
        ...CAMERA_ARGUMENTS,
      ],
    },
  },
  webServer: {
    command: `"${projectNode()}" tools/site-server/serve.ts`,
    url: SHOP,
    reuseExistingServer: false,
    // Generous, for a busy machine. A server that ends by itself is noticed at once.
    timeout: 300_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 60_000 },
    // Each test has a client address of its own.
    env: { PORT: String(PORT), DATA_DIR: await freshDataFolder(), TRUST_PROXY: '1' },
  },
})

/** One per run: the workers load this file again and use the same folder. */
async function freshDataFolder(): Promise<string> {
  const existing = process.env['BROWSER_TESTS_DATA']
  if (existing) return existing
  const folder = mkdtempSync(join(tmpdir(), 'browser-tests-'))
  const { prepareDatabase } = await import('./tests/support/prepare-database.ts')
  await prepareDatabase(folder)
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
