import fc from 'fast-check'
import { expect, test } from 'vitest'
import { filesOf, type Module } from './module-groups.ts'

/** Entries are written in capitals. */
function graph(lines: Record<string, [size: number, ...imports: string[]]>): Map<string, Module> {
  return new Map(
    Object.entries(lines).map(([id, [size, ...imports]]) => [
      id,
      { id, size, imports, isEntry: id === id.toUpperCase() },
    ]),
  )
}

/** The modules of each file, in alphabetical order. */
function files(lines: Parameters<typeof graph>[0]): string[] {
  const byFile = new Map<string, string[]>()
  for (const [id, file] of filesOf(graph(lines)))
    byFile.set(file, [...(byFile.get(file) ?? []), id])
  return [...byFile.values()].map((ids) => ids.sort().join(' ')).sort()
}

test('modules of one entry stay in its file', () => {
  expect(files({ A: [10, 'a'], B: [10, 'b'], a: [10], b: [10] })).toEqual([])
})

test('modules that several entries need are one file, also where one of them needs less', () => {
  expect(
    files({
      A: [10, 'both', 'ab'],
      B: [10, 'both', 'ab'],
      C: [10, 'both'],
      both: [500],
      ab: [500],
    }),
  ).toEqual(['ab both'])
})

test('no entry loads a library that it does not need', () => {
  const lines = {
    A: [10, 'all', 'view'],
    B: [10, 'all', 'view'],
    C: [10, 'all'],
    all: [500],
    view: [500, 'library'],
    library: [300_000],
  } satisfies Parameters<typeof graph>[0]
  expect(files(lines)).toEqual(['all', 'library view'])
})

test('no file imports a file that imports it', () => {
  const sizes = fc.array(fc.tuple(fc.integer({ min: 1, max: 9000 }), fc.nat(), fc.boolean()), {
    minLength: 4,
    maxLength: 16,
  })
  fc.assert(
    fc.property(sizes, (drawn) => {
      // Each module imports some of those after it, as the bits of a number say.
      const modules = drawn.map(([size, bits, isEntry], nth) => {
        const later = drawn.keys().filter((other) => other > nth && (bits >> (other - nth)) & 1)
        return { id: String(nth), size, imports: [...later].map(String), isEntry }
      })
      const fileOf = filesOf(new Map(modules.map((module) => [module.id, module])))
      const importsOf = (file: string) =>
        modules
          .filter(({ id }) => fileOf.get(id) === file)
          .flatMap(({ imports }) => imports.flatMap((id) => fileOf.get(id) ?? []))
          .filter((other) => other !== file)
      for (const file of fileOf.values()) {
        const reached = new Set(importsOf(file))
        for (const other of reached) for (const next of importsOf(other)) reached.add(next)
        expect([...reached]).not.toContain(file)
      }
    }),
  )
})
