/* What the site may show to nobody. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { backendSettings } from '#tools/local-backend/backend-settings.ts'
import { askFor } from '../support/raw-request.ts'
import { expect, test } from './support/shop-test.ts'

const dist = fileURLToPath(new URL('../../dist', import.meta.url))
const builtFiles = readdirSync(dist, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name))

for (const path of [
  '/.git/HEAD',
  '/.git/config',
  '/.env',
  '/.env.embedded',
  '/.npmrc',
  '/.DS_Store',
  '/netlify.toml',
  '/_headers',
  '/_headers/',
  '/%5Fheaders',
  '/_HEADERS',
  '/x/../_headers',
  '/_redirects',
  '/package.json',
  '/package-lock.json',
  '/astro.config.mjs',
  '/supabase/config.toml',
  '/src/paths.ts',
  '/..%2f..%2fpackage.json',
  '/%2e%2e/package.json',
  '/..%5c..%5cpackage.json',
  '/_astro/../../package.json',
  '/.data/local-admin',
]) {
  test(`F15 ${path} is nobody's business`, async () => {
    const { status, body } = await ask(path)
    expect(status).toBe(404)
    expect(body).toContain('Page not found')
  })
}

test('F15 no script comes with its source map', async () => {
  const scripts = builtFiles.filter((file) => file.endsWith('.js'))
  expect(scripts.length).toBeGreaterThan(5)
  for (const file of scripts) {
    expect(readFileSync(file, 'utf8')).not.toContain('sourceMappingURL')
    const { status } = await ask(`${file.slice(dist.length)}.map`)
    expect(status).toBe(404)
  }
})

test('C40 nothing that is published holds a secret, or tells of the machine that built it', () => {
  const { adminPassword } = backendSettings()
  const secrets = [
    adminPassword,
    'service_role',
    'SUPABASE_SERVICE',
    'postgres://',
    'postgresql://',
    'BEGIN PRIVATE KEY',
    process.cwd(),
    ...[process.env['HOME']].filter((home) => home !== undefined && home.length > 1),
  ]
  const texts = builtFiles.filter((file) =>
    /\.(html|js|css|json|xml|txt|svg|webmanifest)$|_headers$/.test(file),
  )
  expect(texts.length).toBeGreaterThan(40)
  for (const file of texts) {
    const text = readFileSync(file, 'utf8')
    expect(
      secrets.filter((secret) => secret && text.includes(secret)),
      file,
    ).toEqual([])
    // A secret key, which is longer than the prefix that supabase-js knows it by, or any signed token.
    expect(text.match(/sb_secret_\w+|eyJ[\w-]{10,}\.eyJ[\w-]{10,}/), file).toBeNull()
  }
  expect(builtFiles.filter((file) => /\.(map|env|sql|ts|toml|md)$|\/\.[^/]+$/.test(file))).toEqual(
    [],
  )
})

function ask(path: string) {
  return askFor(process.env['SHOP_URL'] ?? '', path)
}
