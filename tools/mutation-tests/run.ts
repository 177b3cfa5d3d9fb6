/*
 * `npm run test:mutations` removes one protecting line at a time and expects its test file to fail.
 * Words after it select the mutations whose names contain them.
 */
import { fileURLToPath } from 'node:url'
import { mutations } from './list.ts'
import type { Mutation } from './mutation.ts'
import { runVitest, type TestRun } from './run-vitest.ts'

const WORKERS = 2

const root = fileURLToPath(new URL('../..', import.meta.url))
const words = process.argv.slice(2).join(' ')
const selected = mutations.filter(({ name }) => name.includes(words))
const started = performance.now()
process.exitCode = await main()

async function main(): Promise<number> {
  if (selected.length === 0) {
    console.error(`No mutation has a name that contains "${words}".`)
    return 1
  }
  const { failed, broken } = await runVitest(root, [...new Set(selected.map(({ test }) => test))])
  if (failed ?? broken) {
    console.error(`The tests fail without any mutation: ${broken ?? failed}`)
    return 1
  }

  const pending = [...selected]
  let noticed = 0
  const work = async () => {
    for (let mutation = pending.shift(); mutation; mutation = pending.shift()) {
      const result = await runVitest(root, [mutation.test], mutation.sql)
      if (result.failed && !result.broken) noticed += 1
      report(mutation, result)
    }
  }
  await Promise.all(Array.from({ length: WORKERS }, work))
  const seconds = (performance.now() - started) / 1000
  console.log(`${noticed} of ${selected.length} noticed in ${seconds.toFixed(0)} s`)
  return noticed === selected.length ? 0 : 1
}

function report({ name }: Mutation, { failed, broken, seconds }: TestRun): void {
  const time = `${seconds.toFixed(1)} s`
  if (broken) console.log(`✗ ${name} (${time}): the tests could not run: ${broken}`)
  else if (failed) console.log(`✓ ${name} (${time}): ${failed}`)
  else console.log(`✗ ${name} (${time}): no test failed`)
}
