/* Runs one test file and reads the JSON report. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface TestRun {
  /** The title of the first failed test. */
  failed: string | undefined
  /** Why the run proves nothing: a file that did not start, or no test at all. */
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

/** `sql` runs on each test database after the migrations. */
export async function runVitest(cwd: string, files: string[], sql = ''): Promise<TestRun> {
  const started = performance.now()
  const folder = mkdtempSync(join(tmpdir(), 'zulf-mutation-'))
  const report = join(folder, 'report.json')
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
    { cwd, env: { ...process.env, MUTATION_SQL: sql }, stdio: 'ignore' },
  )
  await once(child, 'close')
  const seconds = (performance.now() - started) / 1000
  try {
    return { ...outcomeOf(JSON.parse(readFileSync(report, 'utf8')) as Report), seconds }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function outcomeOf({ numTotalTests, testResults }: Report): Omit<TestRun, 'seconds'> {
  const failed = testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .find(({ status }) => status === 'failed')?.fullName
  const notStarted = testResults.find(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  )
  if (notStarted) return { failed, broken: `${notStarted.name}: ${notStarted.message}` }
  return { failed, broken: numTotalTests === 0 ? 'no test was found' : undefined }
}
