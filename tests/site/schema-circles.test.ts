/*
 * Whoever reads the database of the shop meets neither the admin nor the desk, and whoever reads that of the admin does
 * not meet the desk, which fills their slots: supabase/schemas/shop/slots.sql.
 */
import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { expect, it } from 'vitest'

type Circle = 'shop' | 'admin' | 'desk'

const CREATES =
  /^create (?:or replace )?(?:unlogged )?(?:function|table|view|type|sequence) ((?:private|public)\.\w+)/gm

const NAMES = /\b(?:private|public)\.\w+/g

/** What the files of a circle name of those above it: `file: object`. */
function named(circle: Circle, others: Circle[]): string[] {
  const own = created(circle)
  const above = new Set(others.flatMap((other) => [...created(other)]))
  return texts(circle).flatMap(({ file, text }) =>
    [...new Set(text.match(NAMES))]
      // The desk replaces functions that the others create.
      .filter((name) => above.has(name) && !own.has(name))
      .map((name) => `${file}: ${name}`),
  )
}

function created(circle: Circle): Set<string> {
  return new Set(
    texts(circle).flatMap(({ text }) =>
      Array.from(text.matchAll(CREATES), ([, name = '']) => name),
    ),
  )
}

function texts(circle: Circle): { file: string; text: string }[] {
  return globSync(`supabase/schemas/${circle}/*.sql`).map((path) => ({
    file: basename(path),
    text: readFileSync(path, 'utf8'),
  }))
}

it.each<[Circle, Circle[]]>([
  ['shop', ['admin', 'desk']],
  ['admin', ['desk']],
])('the files of the %s name nothing of the %s', (circle, others) => {
  expect(named(circle, others)).toEqual([])
})

// A request names its function as a text: `rpc('place_order', …)`.
it.each<[Circle, string, Circle[], string]>([
  ['shop', 'src/{shop,order,product,kit,api}', ['admin', 'desk'], 'place_order'],
  ['admin', 'src/admin', ['desk'], 'admin_act'],
])('the TypeScript of the %s calls no function of those above it', (_, folders, others, called) => {
  const above = new Set(others.flatMap((other) => [...created(other)]))
  const texts = globSync(`${folders}/**/*.{ts,tsx,astro}`).flatMap((file) =>
    Array.from(readFileSync(file, 'utf8').matchAll(/'(\w+)'/g), ([, text = '']) => ({
      file,
      text,
    })),
  )
  expect(texts.map(({ text }) => text)).toContain(called)
  const wrong = texts.filter(({ text }) => above.has(`public.${text}`))
  expect(wrong.map(({ file, text }) => `${file}: ${text}`)).toEqual([])
})

it('the desk replaces slots only, and fills each', () => {
  const slots = [...created('shop'), ...created('admin')].filter((name) => /\.desk_/.test(name))
  const replaced = texts('desk').flatMap(({ text }) =>
    Array.from(
      text.matchAll(/^create or replace (?:function|view) (private\.\w+)/gm),
      ([, name = '']) => name,
    ),
  )
  expect(replaced.sort()).toEqual(slots.sort())
})
