import type { TestApi } from './test-api.ts'

export interface AttackCase {
  /** Labels (docs/testing.md), then a fact. */
  title: string
  /** Throws unless the API responds as it should. run-case.ts checks what holds for all cases. */
  run(api: TestApi): Promise<void>
  /** Tables that the case may change, beside its own orders. */
  changes: string[]
}

export function attack(title: string, run: AttackCase['run'], changes: string[] = []): AttackCase {
  return { title, run, changes }
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

export function show(value: unknown): string {
  const text = JSON.stringify(value) ?? 'undefined'
  return text.length > 60 ? `${text.slice(0, 40)}…` : text
}
