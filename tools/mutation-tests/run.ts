/*
 * `npm run test:mutations` removes one protecting line at a time and expects its test file to fail.
 * Words after it select the mutations whose names contain them.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { mutations } from './list.ts'
import { changedFile, type Mutation } from './mutation.ts'
import { copyProject, type ProjectCopy } from './project-copy.ts'
import { runVitest, type TestRun } from './run-vitest.ts'

const WORKERS = 2

const root = fileURLToPath(new URL('../..', import.meta.url))
const words = process.argv.slice(2).join(' ')
const selected = mutations.filter(({ name }) => name.includes(words))
const started = performance.now()
const copies: ProjectCopy[] = []
process.once('exit', () => {
  for (const { remove } of copies) remove()
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

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

  // After that run: its cached database is copied too.
  for (let nth = 0; nth < WORKERS; nth += 1) copies.push(copyProject())
  const pending = [...selected]
  let noticed = 0
  await Promise.all(
    copies.map(async ({ path }) => {
      for (let mutation = pending.shift(); mutation; mutation = pending.shift()) {
        const result = await tryMutation(mutation, path)
        if (result.failed && !result.broken) noticed += 1
        report(mutation, result)
      }
    }),
  )
  const seconds = (performance.now() - started) / 1000
  console.log(`${noticed} of ${selected.length} noticed in ${seconds.toFixed(0)} s`)
  return noticed === selected.length ? 0 : 1
}

/** Runs the test file with the mutation, and restores the copy. */
async function tryMutation({ change, test }: Mutation, path: string): Promise<TestRun> {
  if ('sql' in change) return runVitest(path, [test], change.sql)
  const file = join(path, change.file)
  const content = readFileSync(file, 'utf8')
  writeFileSync(file, changedFile(change, pathToFileURL(`${path}/`)))
  try {
    return await runVitest(path, [test])
  } finally {
    writeFileSync(file, content)
  }
}

function report({ name }: Mutation, { failed, broken, seconds }: TestRun): void {
  const time = `${seconds.toFixed(1)} s`
  if (broken) console.log(`✗ ${name} (${time}): the tests could not run: ${broken}`)
  else if (failed) console.log(`✓ ${name} (${time}): ${failed}`)
  else console.log(`✗ ${name} (${time}): no test failed`)
}
