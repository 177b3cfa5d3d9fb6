/* A file that is moved would leave its group without a word: pages would need more rounds to load. */
import { globSync } from 'node:fs'
import { expect, test } from 'vitest'
import { scriptGroups } from '../../tools/build/script-groups.ts'

const MODULES = globSync(['src/**/*.{ts,tsx,astro}', 'node_modules/nanostores/**/*.js']).map(
  (file) => `/${file}`,
)

const starts = scriptGroups.flatMap(({ name, test }) => {
  const alternatives = /\(\?:([^()]+)\)$/.exec(String(test).slice(1, -1))?.[1]?.split('|') ?? []
  return alternatives.map((start) => [name, start] as const)
})

test('groups have modules', () => expect(starts.length).toBeGreaterThan(20))

test.each(starts)('the group %s has a module of %s', (_, start) => {
  const isOfStart = new RegExp(`/(?:src|node_modules)/${start}`)
  expect(MODULES.filter((file) => isOfStart.test(file))).not.toEqual([])
})
