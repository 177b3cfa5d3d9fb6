import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const CONFIG = `import { outputSwap } from '../../tools/build/output-swap.ts'
export default { integrations: [outputSwap()] }`

let root: string

beforeEach(() => {
  mkdirSync('.cache', { recursive: true })
  // Inside the project, where Astro's packages are found.
  root = mkdtempSync(join('.cache', 'output-swap-'))
  mkdirSync(join(root, 'src/pages'), { recursive: true })
  writeFileSync(join(root, 'astro.config.mjs'), CONFIG)
})

afterEach(() => rmSync(root, { recursive: true, force: true }))

async function buildSite(body: string): Promise<void> {
  writeFileSync(join(root, 'src/pages/index.astro'), `---\n---\n<p>${body}</p>`)
  const args = ['node_modules/astro/bin/astro.mjs', 'build', '--root', root]
  await promisify(execFile)(process.execPath, args, {
    env: { ...process.env, ASTRO_TELEMETRY_DISABLED: '1' },
  })
}

const published = () => readFileSync(join(root, 'dist/index.html'), 'utf8')

// A whole build may take long on a busy machine.
vi.setConfig({ testTimeout: 180_000 })

test('a failed build leaves the published site whole, and a successful one replaces it', async () => {
  await buildSite('first')
  expect(published()).toContain('first')
  writeFileSync(join(root, 'dist/old.html'), '')
  const failing = buildSite("{(() => { throw new Error('broken page') })()}")
  await expect(failing).rejects.toThrow('broken page')
  expect(published()).toContain('first')
  expect(existsSync(join(root, 'dist/old.html'))).toBe(true)

  await buildSite('second')
  expect(published()).toContain('second')
  expect(existsSync(join(root, 'dist/old.html'))).toBe(false)
  expect(existsSync(join(root, '.build'))).toBe(false)
})
