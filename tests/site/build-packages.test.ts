/*
 * A host that sets NODE_ENV=production installs no devDependencies. So whatever a build imports is in
 * `dependencies`, and a build imports nothing of the local backend.
 */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { expect, it } from 'vitest'
import { fileOf, importSpecifiers } from '../support/import-specifiers.ts'

const CONFIGURATION = ['astro.config.mjs', 'src/content.config.ts']
const TOOLS = 'tools/'

const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  dependencies: Record<string, string>
}

const siteFiles = globSync('src/**/*.{ts,tsx,astro}')
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => !/\.(test\.tsx?|d\.ts)$/.test(file))

const files = reachedFrom([...CONFIGURATION, ...siteFiles])

it('a build is followed from its configuration into its integrations', () => {
  expect(files).toContain('tools/build/content-policy/content-policy.ts')
  expect(files).toContain('tools/site-server/netlify-rules/page-rules.ts')
  expect(files).toContain('src/pages/index.astro')
})

it('a build imports only packages that are installed in production', () => {
  const missing = files.flatMap((file) =>
    imported(file)
      .flatMap((specifier) => packageOf(specifier) ?? [])
      .filter((name) => !Object.hasOwn(dependencies, name))
      .map((name) => `${file} imports ${name}`),
  )
  expect(missing).toEqual([])
})

it('a build imports nothing of the local backend', () => {
  expect(files.filter((file) => /^tools\/(local-backend|postgres)\//.test(file))).toEqual([])
})

function reachedFrom(roots: string[]): string[] {
  const reached = new Set(roots)
  // A Set goes on with what is added while it is read.
  for (const file of reached) {
    for (const specifier of imported(file)) {
      const target = fileOf(file, specifier)
      if (target && /\.(m?[jt]s|tsx|astro)$/.test(target) && existsSync(target)) reached.add(target)
    }
  }
  return [...reached]
}

/** Tools are not bundled, so what they import dynamically is not part of a build. */
function imported(file: string): string[] {
  const isTool = file.startsWith(TOOLS)
  return importSpecifiers(readFileSync(file, 'utf8'))
    .filter(({ isTypeOnly, isDynamic }) => !isTypeOnly && !(isTool && isDynamic))
    .map(({ specifier }) => specifier)
}

/** Nothing for files, Node's own modules and Astro's virtual ones. */
function packageOf(specifier: string): string | undefined {
  if (/^[.#/]/.test(specifier) || /^\w+:/.test(specifier) || isBuiltin(specifier)) return
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/')
}
