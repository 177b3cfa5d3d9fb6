/* npm run test:engines: the main path in every engine a customer has. Takes Playwright Test's own options. */
import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { missingPackages } from './programs.ts'
import { ENGINES } from './tab.ts'

const chosen = ENGINES.filter((engine) => {
  const projects = process.argv.filter((option) => option.startsWith('--project='))
  return projects.length === 0 || projects.some((option) => option.includes(engine))
})
const missing = missingPackages(chosen)

if (missing.length > 0) {
  console.error(
    `Some browsers are not installed. On Debian: apt-get install ${missing.join(' ')}\n` +
      'To run only one of both: npm run test:engines -- --project=firefox*',
  )
  process.exitCode = 1
} else {
  const playwright = createRequire(import.meta.url).resolve('@playwright/test/cli')
  const config = ['--config', 'tests/engines/playwright.config.ts']
  const args = [playwright, 'test', ...config, ...process.argv.slice(2)]
  process.exitCode = spawnSync(process.execPath, args, { stdio: 'inherit' }).status ?? 1
}
