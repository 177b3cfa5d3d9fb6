import { forgetCounts } from '#tests/support/limits.ts'
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

/**
 * One case for all values, as a look at all tables takes longer than most attacks. Its error names the value. Those that
 * change tables are one case each, so that each is restored.
 */
export function attacks<Value>(
  title: string,
  values: readonly Value[],
  run: (api: TestApi, value: Value) => Promise<void>,
  changes: string[] = [],
): AttackCase[] {
  if (changes.length > 0)
    return values.map((value) =>
      attack(`${title}: ${show(value)}`, (api) => run(api, value), changes),
    )
  const runAll = async (api: TestApi) => {
    for (const value of values) {
      await run(api, value).catch((error: Error) => {
        throw new Error(`${show(value)}: ${error.message}`, { cause: error })
      })
      // Refusals count, so later values would meet a limit.
      await forgetCounts(api.sql)
    }
  }
  return [attack(title, runAll)]
}

function show(value: unknown): string {
  const text = JSON.stringify(value) ?? 'undefined'
  return text.length > 60 ? `${text.slice(0, 40)}…` : text
}
