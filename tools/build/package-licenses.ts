/*
 * Adds the licences of the packages whose code is published to dist/licenses.txt, which has those of the fonts:
 * most ask for their notice beside every copy.
 */
import { appendFile, readdir, readFile, rm } from 'node:fs/promises'
import type { AstroIntegration } from 'astro'
import { userError } from '#kit/user-error.ts'

/** What Vite writes about a package that it bundled. */
interface Package {
  name: string
  version: string
  text?: string
}

/** Removed again before the site is published. */
const BUNDLED = 'bundled-packages.json'
/**
 * Published beside the pages' scripts: Astro's code for islands, the styles that Tailwind CSS brings, saxen, of which
 * read-excel-file has a copy, and what the service worker is made of, which is built on its own.
 */
const BESIDE_SCRIPTS = [
  'astro',
  'idb',
  'saxen',
  'tailwindcss',
  'workbox-core',
  'workbox-expiration',
  'workbox-routing',
  'workbox-strategies',
]

const INTRODUCTION = 'The pages and scripts of this site contain code of these packages.'
const RULE = '='.repeat(60)

export function packageLicenses(): AstroIntegration {
  let packages: URL
  return {
    name: 'package-licenses',
    hooks: {
      'astro:config:setup': ({ config, updateConfig }) => {
        packages = new URL('node_modules/', config.root)
        updateConfig({ vite: { build: { license: { fileName: BUNDLED } } } })
      },
      'astro:build:done': async ({ dir }) => {
        const bundled = JSON.parse(await readFile(new URL(BUNDLED, dir), 'utf8')) as Package[]
        await rm(new URL(BUNDLED, dir))
        const others = BESIDE_SCRIPTS.map((name) => readPackage(new URL(`${name}/`, packages)))
        const all = [...bundled, ...(await Promise.all(others))]
        const notices = all
          .sort((a, b) => (a.name < b.name ? -1 : 1))
          .map(async (one) => `${one.name} ${one.version}\n\n${await licenseOf(one, packages)}`)
        const text = [INTRODUCTION, ...(await Promise.all(notices))].join(`\n\n${RULE}\n\n`)
        await appendFile(new URL('licenses.txt', dir), `\n\n${RULE}\n\n${text}\n`)
      },
    },
  }
}

async function readPackage(folder: URL): Promise<Package> {
  return JSON.parse(await readFile(new URL('package.json', folder), 'utf8')) as Package
}

/** Vite finds files whose names begin with "license"; there are others, such as MIT-LICENSE.txt. */
async function licenseOf({ name, text }: Package, packages: URL): Promise<string> {
  if (text) return text
  const folder = new URL(`${name}/`, packages)
  const file = (await readdir(folder)).find((entry) => /licen[cs]e/i.test(entry))
  if (file) return (await readFile(new URL(file, folder), 'utf8')).trim()
  throw userError(
    `The package ${name} is published and has no licence file: ask its authors, or use another.`,
  )
}
