import { expect, test } from 'vitest'
import { rehearse } from './fault-run.ts'
import { report } from './report.ts'

// The same plan at every run, so that a red test is about the change; new ones are the long run's.
const seed = Number(process.env['FAULTS_SEED'] ?? 20261121)
console.info(`The faults of seed ${seed}`)

test('D05 whatever fails between customers and store, each order is placed once and nobody is told otherwise', {
  timeout: 600_000,
}, async () => {
  const rehearsal = await rehearse({ seed, attempts: 120, kills: 1 })
  expect(rehearsal.breaches, report(rehearsal)).toEqual([])
})

test('a client with a new key for each send is caught placing orders twice', {
  timeout: 600_000,
}, async () => {
  const without = 'one key per attempt'
  const { breaches } = await rehearse({ seed, attempts: 60, kills: 0, without })
  expect(breaches.map((breach) => breach.kind)).toContain('duplicate')
})
