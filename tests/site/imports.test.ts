/*
 * Imports run one way, so that a file is understood with what lies below it:
 *
 *   pages → layouts → features → ui, api, shared
 *   admin → checkout → cart → orders → catalogue
 *   component → store → api → rules
 */
import { globSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import { fileOf, importSpecifiers } from '../support/import-specifiers.ts'

interface Import {
  from: string
  to: string
  isDynamic: boolean
}

const SOURCE = 'src'

/** What each part may import besides itself and what `BELOW_ALL` names. */
const MAY_IMPORT: Record<string, string[]> = {
  pages: ['layouts', 'features', 'seo', 'api', 'ui'],
  layouts: ['features', 'seo', 'ui'],
  features: ['seo', 'api', 'ui', 'content', 'content-loader'],
  'content.config.ts': ['content-loader', 'features', 'content'],
  'content-loader': ['features', 'content'],
  seo: ['features', 'ui'],
  api: [],
  config: [],
  ui: [],
  shared: [],
  assets: [],
  content: [],
  styles: [],
}
const BELOW_ALL = ['shared', 'config', 'paths.ts', 'styles', 'assets']

const FEATURE_MAY_IMPORT: Record<string, string[]> = {
  offline: [],
  about: ['catalogue'],
  blog: [],
  contact: ['faq'],
  faq: [],
  help: ['orders'],
  home: ['blog', 'results'],
  legal: [],
  results: ['catalogue'],
  testimonials: [],
  catalogue: [],
  orders: ['catalogue'],
  cart: ['orders', 'catalogue'],
  checkout: ['cart', 'orders', 'catalogue'],
  admin: ['checkout', 'cart', 'catalogue', 'orders', 'contact'],
}

const imports = readImports()

it('there are imports to check', () => {
  expect(imports.length).toBeGreaterThan(50)
})

it('parts import only what lies below them', () => {
  const wrong = imports.filter(({ from, to }) => !partMayImport(partOf(from), partOf(to)))
  expect(sentences(wrong)).toEqual([])
})

it('features import only the features below them', () => {
  const wrong = imports.filter(({ from, to }) => {
    const [own, other] = [featureOf(from), featureOf(to)]
    if (!own || !other || own === other) return false
    return !FEATURE_MAY_IMPORT[own]?.includes(other)
  })
  expect(sentences(wrong)).toEqual([])
})

it('every feature has its place', () => {
  const features = new Set(imports.map(({ from }) => featureOf(from)).filter(Boolean))
  expect([...features].filter((feature) => !(String(feature) in FEATURE_MAY_IMPORT))).toEqual([])
})

describe('by their role', () => {
  it.each([
    ['API modules reach no store', isApi, isStore],
    ['API modules reach no component', isApi, isComponent],
    ['stores reach no component', isStore, isComponent],
    ['rules and scripts reach no component', isPlain, isComponent],
  ])('%s', (_, from, to) => {
    const files = new Set(imports.map((one) => one.from).filter((file) => featureOf(file)))
    const wrong = [...files].filter(from).flatMap((file) => {
      const reached = reachedFrom(file).find(to)
      return reached ? [`${file} reaches ${reached}`] : []
    })
    expect(wrong).toEqual([])
  })
})

it('what ships imports nothing from the tools and tests', () => {
  const wrong = imports.filter(({ to }) => !to.startsWith(`${SOURCE}/`))
  expect(sentences(wrong)).toEqual([])
})

describe('the reading of imports', () => {
  it('sees static, dynamic, type and re-exporting imports', () => {
    const text = `import a from './a.ts'
import { type B,
  c } from '#ui/c.ts'
import '#styles/global.css'
export { d } from './d.ts'
const e = await import('./e.ts')
import react from 'react'`
    expect(targets('src/features/cart/x.ts', text).map(({ to }) => to)).toEqual([
      'src/features/cart/a.ts',
      'src/ui/c.ts',
      'src/styles/global.css',
      'src/features/cart/d.ts',
      'src/features/cart/e.ts',
    ])
  })
})

function partMayImport(own: string, other: string): boolean {
  return own === other || BELOW_ALL.includes(other) || (MAY_IMPORT[own] ?? []).includes(other)
}

/** Components and the hooks they are written with. `ui` holds the words of components as well. */
function isComponent(file: string): boolean {
  return partOf(file) === 'features' && /\.(tsx|astro)$|\/use[A-Z]\w*\.ts$/.test(file)
}

function isStore(file: string): boolean {
  return file.endsWith('.store.ts')
}

function isApi(file: string): boolean {
  return file.endsWith('.api.ts')
}

function isPlain(file: string): boolean {
  return !isComponent(file) && !isStore(file) && !isApi(file)
}

/** All that a file imports, directly or through other files. What it loads later does not count. */
function reachedFrom(file: string): string[] {
  const reached = new Set<string>()
  const open = [file]
  for (let next = open.pop(); next; next = open.pop()) {
    for (const { to } of imports.filter((one) => one.from === next && !one.isDynamic)) {
      if (!reached.has(to)) open.push(to)
      reached.add(to)
    }
  }
  return [...reached]
}

function partOf(file: string): string {
  return relative(SOURCE, file).split('/')[0] ?? ''
}

function featureOf(file: string): string | undefined {
  const [part, feature] = relative(SOURCE, file).split('/')
  return part === 'features' ? feature : undefined
}

function readImports(): Import[] {
  const files = globSync(`${SOURCE}/**/*.{ts,tsx,astro}`)
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !/\.(test\.tsx?|d\.ts)$/.test(file))
  return files.flatMap((from) =>
    targets(from, readFileSync(from, 'utf8')).map((target) => ({ from, ...target })),
  )
}

/** The files of this repository that a text imports. */
function targets(from: string, text: string): Omit<Import, 'from'>[] {
  return importSpecifiers(text).flatMap(({ specifier, isDynamic }) => {
    const to = fileOf(from, specifier)
    return to ? [{ to, isDynamic }] : []
  })
}

function sentences(wrong: Import[]): string[] {
  return wrong.map(({ from, to }) => `${from} imports ${to}`)
}
