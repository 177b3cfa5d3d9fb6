import { expect, test } from 'vitest'
import { runFaults } from './fault-run.ts'
import { report } from './report.ts'

// A fixed seed, so that a failure comes from a change. The long run uses new seeds.
const seed = Number(process.env['FAULTS_SEED'] ?? 20261121)
console.info(`The faults of seed ${seed}`)

test('D05 under all faults each order is placed once, and pages show what is saved', {
  timeout: 600_000,
}, async () => {
  const result = await runFaults({ seed, attempts: 120, kills: 1 })
  expect(result.violations, report(result)).toEqual([])
})

test('a client with a new key for each request places duplicates', {
  timeout: 600_000,
}, async () => {
  const { violations } = await runFaults({ seed, attempts: 60, kills: 0, isNaive: true })
  expect(violations.map((breach) => breach.kind)).toContain('duplicate')
})
