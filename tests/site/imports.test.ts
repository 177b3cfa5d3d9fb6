/*
 * Imports run one way, so that a file is understood with what lies below it:
 *
 *   pages → layouts → shop, admin → seo, order → product → api, config → kit
 *   component → store → api → rules
 *
 * Three circles: the shop, the admin of the specification, and the desk on top of the admin. Shop and admin never import
 * each other, and neither imports the desk, which fills the slots that the admin leaves for it (src/desk/slots).
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
  pages: ['layouts', 'shop', 'admin', 'desk', 'order', 'product', 'seo', 'api'],
  layouts: ['shop', 'admin', 'order', 'product', 'seo'],
  shop: ['order', 'product', 'seo', 'api', 'content'],
  desk: ['admin', 'order', 'product', 'api'],
  admin: ['order', 'product', 'api'],
  seo: ['product'],
  order: ['product', 'api'],
  product: ['content'],
  'content.config.ts': ['content-loader', 'shop', 'product', 'content'],
  'content-loader': ['product', 'content'],
  api: [],
  config: [],
  assets: [],
  content: [],
  styles: [],
}
const BELOW_ALL = ['kit', 'config', 'paths.ts', 'styles', 'assets']

/** What a folder of the shop, the admin or the desk may import of its neighbours, where it has no row below. */
const USUAL: Record<string, string[]> = { shop: [], admin: ['auth', 'lists'], desk: [] }

/** What these may import. */
const ROOM_MAY_IMPORT: Record<string, string[]> = {
  'shop/about': ['product'],
  'shop/cart': ['contact', 'pauses'],
  'shop/catalogue': ['pauses'],
  'shop/checkout': ['cart', 'contact', 'pauses'],
  'shop/home': ['blog', 'results'],
  'shop/my-order': ['contact'],
  'shop/pauses': ['contact'],
  'shop/product': ['cart', 'contact', 'pauses'],
  'admin/acts': ['auth', 'order', 'parcels'],
  'admin/auth': ['tab-state'],
  'admin/customers': ['auth', 'lists', 'orders'],
  'admin/dashboard': ['auth', 'lists', 'orders'],
  'admin/kit': [],
  'admin/lists': [],
  'admin/order': ['auth'],
  'admin/order-page': [
    'acts',
    'auth',
    'customers',
    'order',
    'orders',
    'parcels',
    'print',
    'tab-state',
  ],
  'admin/orders': ['acts', 'auth', 'lists', 'order', 'parcels'],
  'admin/parcels': [],
  'admin/print': ['order', 'parcels'],
  'admin/tab-state': [],
  'desk/acts': [],
  'desk/lists': [],
  'desk/money': ['acts', 'files', 'lists', 'sheets'],
  'desk/new-order': ['order-editor'],
  'desk/order': ['acts', 'lists', 'order-editor', 'parcels', 'reach', 'send'],
  'desk/parcels': ['acts', 'camera', 'files', 'lists', 'reach', 'sheets'],
  'desk/reach': ['acts', 'lists'],
  'desk/selection': ['acts', 'lists', 'send'],
  'desk/send': ['acts', 'sheets'],
  'desk/today': ['money'],
  'desk/slots': ['filters', 'notices', 'order', 'reach', 'selection', 'send', 'sheets', 'today'],
  'desk/sheets': ['acts', 'files', 'lists'],
}

const imports = readImports()

it('there are imports to check', () => {
  expect(imports.length).toBeGreaterThan(50)
})

it('parts import only what lies below them', () => {
  const wrong = imports.filter(({ from, to }) => !partMayImport(partOf(from), partOf(to)))
  expect(sentences(wrong)).toEqual([])
})

it('rooms import only the rooms below them', () => {
  const wrong = imports.filter(({ from, to }) => {
    const [own, other] = [roomOf(from), roomOf(to)]
    if (!own || !other || own === other || partOf(from) !== partOf(to) || isKit(to)) return false
    return !roomMayImport(own).includes(other.replace(/^.*\//, ''))
  })
  expect(sentences(wrong)).toEqual([])
})

it('no two rooms import each other, and no row is of a room that is gone', () => {
  const rooms = new Set(imports.flatMap(({ from }) => roomOf(from) ?? []))
  for (const room of rooms) expect(below(room)).not.toContain(room)
  expect(Object.keys(ROOM_MAY_IMPORT).filter((room) => !rooms.has(room))).toEqual([])
})

describe('by their role', () => {
  it.each([
    ['API modules reach no store', isApi, isStore],
    ['API modules reach no component', isApi, isComponent],
    ['stores reach no component', isStore, isComponent],
    ['rules and scripts reach no component', isPlain, isComponent],
  ])('%s', (_, from, to) => {
    const files = new Set(imports.map((one) => one.from).filter((file) => !isKit(file)))
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

function partMayImport(own: string, other: string): boolean {
  if (own === 'kit') return ['kit', 'paths.ts'].includes(other)
  return own === other || BELOW_ALL.includes(other) || (MAY_IMPORT[own] ?? []).includes(other)
}

function roomMayImport(room: string): string[] {
  return ROOM_MAY_IMPORT[room] ?? USUAL[partOf(`${SOURCE}/${room}`)] ?? []
}

/** Components and the hooks they are written with. The kit holds the words of components as well. */
function isComponent(file: string): boolean {
  return !isKit(file) && /\.(tsx|astro)$|\/use[A-Z]\w*\.ts$/.test(file)
}

/** Of a feature: the toasts of the kit are there for all. */
function isStore(file: string): boolean {
  return file.endsWith('.store.ts') && !isKit(file)
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

/** `shop/cart` */
function roomOf(file: string): string | undefined {
  const [part = '', room, inside] = relative(SOURCE, file).split('/')
  return ['shop', 'admin', 'desk'].includes(part) && inside ? `${part}/${room}` : undefined
}

function isKit(file: string): boolean {
  return partOf(file) === 'kit' || roomOf(file) === 'admin/kit'
}

/** All rooms below a room, through others as well. */
function below(room: string): Set<string> {
  const [part = ''] = room.split('/')
  const found = new Set<string>()
  const open = [room]
  for (let next = open.pop(); next; next = open.pop()) {
    for (const name of roomMayImport(next)) {
      const other = `${part}/${name}`
      if (!found.has(other)) open.push(other)
      found.add(other)
    }
  }
  return found
}

function readImports(): Import[] {
  const files = globSync(`${SOURCE}/**/*.{ts,tsx,astro}`)
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !/\.(test\.tsx?|d\.ts)$/.test(file))
  return files
    .flatMap((from) =>
      targets(from, readFileSync(from, 'utf8')).map((target) => ({ from, ...target })),
    )
    .filter(({ to }) => !to.endsWith('.md'))
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
