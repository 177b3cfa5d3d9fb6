import type { TestApi } from './test-api.ts'

/** What refuses an attack. Cases of the database must fail where the schema protects nothing. */
export type Layer = 'database' | 'PostgREST' | 'gateway' | 'auth' | 'none'

export interface AttackCase {
  /** Labels (docs/testing.md), then a fact. */
  title: string
  /** Throws unless the API responds as it should. run-case.ts checks what holds for all cases. */
  run(api: TestApi): Promise<void>
  /** Tables that the case may change, beside its own orders. */
  changes: string[]
  layer: Layer
}

export function attack(title: string, run: AttackCase['run'], changes: string[] = []): AttackCase {
  return { title, run, changes, layer: 'database' }
}

/** One case for each value, which is shown at the end of the title. */
export function attacks<Value>(
  title: string,
  values: readonly Value[],
  run: (api: TestApi, value: Value) => Promise<void>,
  changes: string[] = [],
): AttackCase[] {
  return values.map((value) =>
    attack(`${title}: ${show(value)}`, (api) => run(api, value), changes),
  )
}

/**
 * Cases that a part other than the schema refuses. `none` is for requests that every backend
 * serves in the same way: accepted orders, unknown ids.
 */
export function enforcedBy(layer: Layer, cases: AttackCase[]): AttackCase[] {
  return cases.map((attackCase) => ({ ...attackCase, layer }))
}

export function show(value: unknown): string {
  const text = JSON.stringify(value) ?? 'undefined'
  return text.length > 60 ? `${text.slice(0, 40)}…` : text
}
