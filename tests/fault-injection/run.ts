/* `npm run test:faults`: the whole rehearsal, with its table. See README.md beside this file. */
import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import { rehearse } from './fault-run.ts'
import { GUARDS, type Guard } from './mutations.ts'
import { report } from './report.ts'

const { values } = parseArgs({
  options: {
    attempts: { type: 'string', default: '10000' },
    seed: { type: 'string' },
    kills: { type: 'string' },
    only: { type: 'string' },
    times: { type: 'string', default: '1' },
    without: { type: 'string' },
    naive: { type: 'boolean' },
  },
})
const attempts = Number(values.attempts)
const seed = Number(values.seed ?? randomInt(2 ** 31))
console.log(`seed ${seed}`)

const rehearsal = await rehearse({
  seed,
  attempts,
  kills: Number(values.kills ?? Math.ceil(attempts / 500)),
  only: values.only === undefined ? undefined : Number(values.only),
  times: Number(values.times),
  without: values.naive ? 'one key per attempt' : guardNamed(values.without),
  onProgress: (done) => {
    if (done % 500 === 0) console.log(`${done} customers`)
  },
})
console.log(report(rehearsal))
process.exitCode = rehearsal.breaches.length > 0 ? 1 : 0

function guardNamed(name: string | undefined): Guard | undefined {
  if (name === undefined || Object.hasOwn(GUARDS, name)) return name as Guard | undefined
  throw new Error(`Which guard? ${Object.keys(GUARDS).join(', ')}`)
}
