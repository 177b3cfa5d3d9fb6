import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type FileRoots, filesOf, type Module } from './module-files.ts'

/** Entries are written in capitals. */
function graph(lines: Record<string, string[]>): Map<string, Module> {
  return new Map(
    Object.entries(lines).map(([id, imports]) => [
      id,
      { imports, isEntry: id === id.toUpperCase() },
    ]),
  )
}

/** The modules of each file. */
function files(lines: Record<string, string[]>, roots: FileRoots): Record<string, string[]> {
  const fileOf = filesOf(graph(lines), roots)
  const named = Object.groupBy(fileOf.keys(), (id) => fileOf.get(id) ?? '')
  return Object.fromEntries(Object.entries(named).map(([name, ids = []]) => [name, ids.sort()]))
}

const pages = { A: ['a', 'both'], B: ['both', 'b'], both: ['base'], base: [], a: [], b: [] }

test('a shared module is in the first file that is made for a module that needs it', () => {
  expect(
    files(pages, [
      ['first', ['base']],
      ['second', ['A', 'B']],
    ]),
  ).toEqual({
    first: ['base'],
    second: ['both'],
  })
})

test('modules of one entry stay in its file, and those that no root needs are left to Rolldown', () => {
  expect(files(pages, [['first', ['a', 'base']]])).toEqual({ first: ['base'] })
})

test('a root that is not in the build is an error', () => {
  expect(() => files(pages, [['first', ['gone.ts']]])).toThrow('gone.ts')
})

test('files import only those before them', () => {
  const draws = fc.array(fc.tuple(fc.nat(), fc.boolean()), { minLength: 4, maxLength: 16 })
  fc.assert(
    fc.property(draws, fc.array(fc.nat(), { minLength: 1, maxLength: 5 }), (drawn, picks) => {
      // Each module imports some of those after it, as the bits of a number say.
      const modules = drawn.map(([bits, isEntry], nth) => {
        const later = drawn.keys().filter((other) => other > nth && (bits >> (other - nth)) & 1)
        return { id: `/${nth}.ts`, imports: [...later].map((other) => `/${other}.ts`), isEntry }
      })
      const roots = picks.map((pick): [string, string[]] => ['', [`/${pick % drawn.length}.ts`]])
      const order = roots.map(([, ends], nth): [string, string[]] => [String(nth), ends])
      const fileOf = filesOf(new Map(modules.map((module) => [module.id, module])), order)
      for (const { id, imports } of modules) {
        const file = fileOf.get(id)
        if (file === undefined) continue
        for (const other of imports) {
          expect(fileOf.get(other)).toBeDefined()
          expect(Number(fileOf.get(other))).toBeLessThanOrEqual(Number(file))
        }
      }
    }),
  )
})
