/* Rule 10.7: what is published of others has its licence at /licenses.txt. */
import { globSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { importSpecifiers } from '#tests/support/import-specifiers.ts'
import { serveBuiltSite } from './served-site.ts'

/** Imported where pages are built, and in no script of a browser. */
const BUILD_ONLY = ['@astrojs/rss', 'satteri', 'sharp', 'yaml']

/** What read-excel-file needs elsewhere than on a page. */
const NOT_ON_PAGES = ['unzipper-esm', 'worker-f']

interface InstalledPackage {
  version: string
  dependencies?: Record<string, string>
}

const { packages: installed } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  packages: Record<string, InstalledPackage>
}
const site = await serveBuiltSite()
const licenses = await (await site.fetch('/licenses.txt')).text()
const [, packagesText = ''] = licenses.split('code of these packages.')
const packages = packagesText
  .split(/\n\n=+\n\n/)
  .slice(1)
  .map((section) => /^(\S+) (\S+)\n\n(.*)$/s.exec(section.trim()) as string[])
  .map(([, name = '', version = '', text = '']) => ({ name, version, text }))
const names = packages.map(({ name }) => name)

it('every package that the pages import is named, with all that it depends on', () => {
  const sources = globSync('src/**/*.{ts,tsx,astro}', { exclude: ['src/**/*.test.*'] })
  const imported = sources
    .flatMap((file) => importSpecifiers(readFileSync(file, 'utf8')))
    .filter(({ isTypeOnly }) => !isTypeOnly)
    .map(({ specifier }) => /^(@[\w-]+\/)?[\w-]+(?=\/|$)/.exec(specifier)?.[0] ?? '')
    .filter((name) => name !== '' && !BUILD_ONLY.includes(name))
  const all = new Set(imported)
  for (const name of all) {
    if (name === 'astro') continue
    const [folder = ''] = foldersOf(name)
    for (const dependency of Object.keys(installed[folder]?.dependencies ?? {})) {
      if (!NOT_ON_PAGES.includes(dependency)) all.add(dependency)
    }
  }
  expect(all.size).toBeGreaterThan(10)
  expect([...all].filter((name) => !names.includes(name))).toEqual([])
})

describe.each(packages)('$name', ({ name, version, text }) => {
  it('has the version and the licence that are installed', () => {
    const folder = foldersOf(name).find((one) => installed[one]?.version === version) ?? ''
    const files = readdirSync(folder).filter((file) => /licen[cs]e/i.test(file))
    expect(files.map((file) => readFileSync(`${folder}/${file}`, 'utf8').trim())).toContain(text)
    expect(text).toContain('Copyright')
  })
})

it('the file LICENSE names the same packages', () => {
  const text = readFileSync('LICENSE', 'utf8').replace(/\s+/g, ' ')
  const [, list = ''] = /contain code of these packages: (.*?)\. The site/.exec(text) ?? []
  const named = list.replace(/\([^)]*\)/g, '').split(/,| and /)
  expect(named.map((name) => name.trim())).toEqual(names)
})

it('nothing else of the list of packages is published', async () => {
  expect((await site.fetch('/bundled-packages.json')).status).toBe(404)
})

/** Where a package is installed; in more than one version, that of the project comes first. */
function foldersOf(name: string): string[] {
  return Object.keys(installed)
    .filter((folder) => folder.endsWith(`node_modules/${name}`))
    .sort((a, b) => a.length - b.length)
}
