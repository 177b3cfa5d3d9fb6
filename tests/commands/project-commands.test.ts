/* What `npm start` and its siblings do on a fresh clone, whatever Node and npm started them. */
import { execFile } from 'node:child_process'
import {
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findPrograms } from '#tools/postgres/programs.ts'

const POSTGRES = dirname(findPrograms({}).postgres)
const PACKAGE = `node_modules/node-${process.platform}-${process.arch}`

let project: string

/** The files that the commands start with, and no packages. */
beforeEach(() => {
  project = realpathSync(mkdtempSync(join(tmpdir(), 'zulf-commands-')))
  for (const folder of ['src/config', 'tools/local-backend', 'tools/postgres']) {
    mkdirSync(join(project, folder), { recursive: true })
  }
  mkdirSync(join(project, 'node_modules/.bin'), { recursive: true })
  cpSync('tools/run', join(project, 'tools/run'), { recursive: true })
  for (const file of [
    'package.json',
    'package-lock.json',
    'src/config/settings.ts',
    'tools/local-backend/backend-settings.ts',
    'tools/local-backend/postgrest-binary.ts',
    'tools/postgres/programs.ts',
    'tools/user-error.ts',
  ]) {
    copyFileSync(file, join(project, file))
  }
})

afterEach(() => rmSync(project, { recursive: true, force: true }))

/** A package of the kind that brings Node, as npm 10 leaves it: without a link in .bin. */
function installNode(): string {
  const file = join(project, PACKAGE, 'bin/node')
  mkdirSync(dirname(file), { recursive: true })
  symlinkSync(process.execPath, file)
  return file
}

interface Result {
  code: unknown
  output: string
}

function node(args: string[], env: NodeJS.ProcessEnv = {}): Promise<Result> {
  return new Promise((done) => {
    const options = { cwd: project, env: { ...process.env, ...env } }
    execFile(process.execPath, args, options, (error, stdout, stderr) =>
      done({ code: error?.code ?? 0, output: `${stdout}${stderr}`.trim() }),
    )
  })
}

const evaluate = (script: string) =>
  node(['--input-type=module', '-e', `import * as step from './tools/run/step.mjs'; ${script}`])

describe('the Node of the project', () => {
  it('is found in its package where npm has removed the link to it', async () => {
    const bundled = installNode()
    const { output } = await evaluate('console.log(step.projectNode())')
    expect(output).toBe(bundled)
  })

  it('comes first on the PATH of everything that is started', async () => {
    const bundled = installNode()
    const { output } = await evaluate(
      `await step.run(process.execPath, ['-p', 'process.env.PATH'])`,
    )
    expect(output.split(delimiter)[0]).toBe(dirname(bundled))
  })
})

describe('after an install', () => {
  const link = () => join(project, 'node_modules/.bin/node')

  it('the bundled Node is the `node` of npm run and npx, also where a link led nowhere', async () => {
    const bundled = installNode()
    symlinkSync('../node-of-another-processor/bin/node', link())
    expect(await node(['tools/run/link-node.mjs'])).toEqual({ code: 0, output: '' })
    expect(resolve(dirname(link()), readlinkSync(link()))).toBe(bundled)
  })
})

describe('npm start that cannot open the shop', () => {
  const BUILDING = 'Building the shop'

  /** Packages that are newer than the lock: nothing is installed. */
  function start(env: NodeJS.ProcessEnv): Promise<Result> {
    writeFileSync(join(project, 'node_modules/.package-lock.json'), '{}')
    return node(['tools/run/run.mjs', 'start'], {
      PORT: '0',
      PUBLIC_SUPABASE_URL: '',
      // Any program that knows --version.
      POSTGREST_BIN: process.execPath,
      POSTGRES_BIN_DIR: POSTGRES,
      ...env,
    })
  }

  it.each([
    [{ POSTGREST_BIN: 'missing' }, 'POSTGREST_BIN is not a program that can be run'],
    [{ HOST: '0.0.0.0' }, 'set ADMIN_PASSWORD to a password of your own'],
    [{ PORT: '4321a' }, 'correct PORT or HOST.'],
    [{ HOST: 'no.such.host.invalid' }, 'correct PORT or HOST.'],
  ])('ends with a sentence before the build: %o', async (env, sentence) => {
    const { code, output } = await start(env)
    expect(code).toBe(1)
    expect(output).toContain(sentence)
    expect(output).not.toMatch(/^\s+at /m)
    expect(output).not.toContain(BUILDING)
  })

  it('builds where a hosted backend is used', async () => {
    const { output } = await start({
      POSTGREST_BIN: join(project, 'missing'),
      PUBLIC_SUPABASE_URL: 'https://example.supabase.co',
    })
    expect(output).toContain(BUILDING)
  })
})
