/*
 * `npm run test:mutations` takes away one guard of the shop at a time and runs the tests that must
 * notice. A guard that nobody would miss is not tested. With words after it, only the guards whose
 * names hold them.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { type Copy, copyProject } from './copy.ts'
import { withoutGuard } from './in-a-file.ts'
import type { Guard } from './mutation.ts'
import { guards } from './table.ts'
import { runTests, type Trial } from './trial.ts'

const AT_ONCE = 2

const root = fileURLToPath(new URL('../..', import.meta.url))
const words = process.argv.slice(2).join(' ')
const chosen = guards.filter(({ name }) => name.includes(words))
const started = performance.now()
const copies: Copy[] = []
process.once('exit', removeCopies)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

process.exitCode = await main()

async function main(): Promise<number> {
  if (chosen.length === 0) {
    console.error(`No guard's name holds "${words}".`)
    return 1
  }
  const files = [...new Set(chosen.flatMap(({ tests }) => tests))]
  const { red, broken } = await runTests(root, files)
  if (red ?? broken) {
    console.error(`With every guard in its place the tests fail already: ${broken ?? red}`)
    return 1
  }

  // After that run: the copies take along what it has made.
  for (let nth = 0; nth < AT_ONCE; nth += 1) copies.push(copyProject())
  const waiting = [...chosen]
  let noticed = 0
  await Promise.all(
    copies.map(async ({ path }) => {
      for (let guard = waiting.shift(); guard; guard = waiting.shift()) {
        const trial = await drop(guard, path)
        if (trial.red && !trial.broken) noticed += 1
        report(guard, trial)
      }
    }),
  )
  const seconds = (performance.now() - started) / 1000
  console.log(`${noticed} of ${chosen.length} noticed in ${seconds.toFixed(0)} s`)
  return noticed === chosen.length ? 0 : 1
}

function removeCopies(): void {
  for (const { remove } of copies) remove()
}

/** Runs the guard's tests without it, and puts it back. */
async function drop({ drop, tests }: Guard, path: string): Promise<Trial> {
  if ('sql' in drop) return runTests(path, tests, drop.sql)
  const file = join(path, drop.file)
  const whole = readFileSync(file, 'utf8')
  writeFileSync(file, withoutGuard(drop, pathToFileURL(`${path}/`)))
  try {
    return await runTests(path, tests)
  } finally {
    writeFileSync(file, whole)
  }
}

function report({ name }: Guard, { red, broken, seconds }: Trial): void {
  const time = `${seconds.toFixed(1)} s`
  if (broken) console.log(`✗ ${name} (${time}): the tests could not run: ${broken}`)
  else if (red) console.log(`✓ ${name} (${time}): ${red}`)
  else console.log(`✗ ${name} (${time}): nobody noticed`)
}
