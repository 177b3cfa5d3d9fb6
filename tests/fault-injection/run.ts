/* `npm run test:faults`. Options: README.md in this folder. */
import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import { runFaults } from './fault-run.ts'
import { report } from './report.ts'

const { values } = parseArgs({
  options: {
    attempts: { type: 'string', default: '10000' },
    seed: { type: 'string' },
    kills: { type: 'string' },
    only: { type: 'string' },
    times: { type: 'string', default: '1' },
    naive: { type: 'boolean' },
  },
})
const attempts = Number(values.attempts)
const seed = Number(values.seed ?? randomInt(2 ** 31))
console.log(`seed ${seed}`)

const result = await runFaults({
  seed,
  attempts,
  kills: Number(values.kills ?? Math.ceil(attempts / 500)),
  only: values.only === undefined ? undefined : Number(values.only),
  times: Number(values.times),
  isNaive: values.naive,
  onProgress: (done) => {
    if (done % 500 === 0) console.log(`${done} customers`)
  },
})
console.log(report(result))
process.exitCode = result.violations.length > 0 ? 1 : 0
