/* One run of some test files, and what it said. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

export interface Trial {
  /** The first test that went red, by its name. */
  red: string | undefined
  /** Why the run says nothing: a file that could not even begin, or no test at all. */
  broken: string | undefined
  seconds: number
}

interface Report {
  numTotalTests: number
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: { status: string; fullName: string }[]
  }[]
}

export async function runTests(cwd: string, files: string[], droppedGuard = ''): Promise<Trial> {
  const started = performance.now()
  const report = join(cwd, '.cache/guards-report.json')
  rmSync(report, { force: true })
  const child = spawn(
    process.execPath,
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--config=tools/mutation-tests/vitest.config.ts',
      '--bail=1',
      '--reporter=json',
      `--outputFile=${report}`,
      ...files,
    ],
    { cwd, env: { ...process.env, DROPPED_GUARD: droppedGuard }, stdio: 'ignore' },
  )
  await once(child, 'close')
  const seconds = (performance.now() - started) / 1000
  return { ...verdictOf(JSON.parse(readFileSync(report, 'utf8')) as Report), seconds }
}

function verdictOf({ numTotalTests, testResults }: Report): Pick<Trial, 'red' | 'broken'> {
  const red = testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .find(({ status }) => status === 'failed')?.fullName
  const unable = testResults.find(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  )
  if (unable) return { red, broken: `${unable.name}: ${unable.message}` }
  return { red, broken: numTotalTests === 0 ? 'no test was found' : undefined }
}
