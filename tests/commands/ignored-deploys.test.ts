/* The command of netlify.toml by which the host leaves out a deploy. */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aFolder } from '#tests/support/shop-server.ts'

const [, command = ''] = /^ {2}ignore = '(.+)'$/m.exec(readFileSync('netlify.toml', 'utf8')) ?? []
const folder = aFolder('ignored-deploys')
afterAll(() => folder.remove())

const git = (...args: string[]) =>
  execFileSync(
    'git',
    ['-c', 'user.name=Test', '-c', 'user.email=test@zulf.example', '-C', folder.path, ...args],
    { encoding: 'utf8' },
  ).trim()

/** Returns its hash. */
function commit(...paths: string[]): string {
  for (const path of paths) {
    mkdirSync(join(folder.path, dirname(path)), { recursive: true })
    writeFileSync(join(folder.path, path), crypto.randomUUID())
  }
  git('add', '-A')
  git('commit', '-qm', 'A change', '--allow-empty')
  return git('rev-parse', 'HEAD')
}

function isDeployed(before: string, commitRef: string): boolean {
  const { status } = spawnSync('bash', ['-c', command], {
    cwd: folder.path,
    env: { ...process.env, CACHED_COMMIT_REF: before, COMMIT_REF: commitRef },
  })
  return status !== 0
}

beforeAll(() => {
  git('init', '-q')
  commit('README.md', 'src/index.ts')
})

test.each([
  ['README.md', 'docs/publishing.md'],
  ['docs/decisions/limits.md'],
  ['tests/e2e/shop/cart.spec.ts', 'src/shop/cart/cart.test.ts', 'tools/build/sitemap.test.ts'],
  ['.github/dependabot.yml', '.ci/run'],
])('documents and tests start no deploy: %s', (...paths) => {
  expect(isDeployed(git('rev-parse', 'HEAD'), commit(...paths))).toBe(false)
})

test.each([
  ['src/content/blog/9.md'],
  // The admin's handbook is a page.
  ['docs/desk.md'],
  ['docs/desk/run.webp'],
  ['src/content/legal/privacy.md', 'README.md'],
  ['src/content/price-list.json'],
  ['public/docs/terms.pdf'],
  ['netlify.toml'],
  ['package-lock.json'],
])('all else does: %s', (...paths) => {
  expect(isDeployed(git('rev-parse', 'HEAD'), commit(...paths))).toBe(true)
})

test('a document after an article does, where both came since the last deploy', () => {
  const deployed = git('rev-parse', 'HEAD')
  commit('src/content/blog/10.md')
  expect(isDeployed(deployed, commit('README.md'))).toBe(true)
})

test('what is built by hand, by a hook, without a cache, or for the first time does', () => {
  const head = commit('README.md')
  expect(isDeployed(head, head)).toBe(true)
  expect(isDeployed('', head)).toBe(true)
  expect(isDeployed('0'.repeat(40), head)).toBe(true)
})
