/*
 * `npm start`, `npm test` and `npm run dev` on a fresh clone: each installs what package-lock.json
 * asks for, then works on the Node that came with it. Plain JavaScript, since any Node may start it.
 */
import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import { setUp } from './set-up.mjs'
import { root, runNode, runTool, step, stop } from './step.mjs'

const commands = { start, test, dev, check }
const [, , name = '', ...rest] = process.argv

const command = Object.hasOwn(commands, name) ? commands[name] : undefined
if (!command) stop(`Which one? ${Object.keys(commands).join(', ')}`)
process.chdir(root)
if (existsSync('.env')) process.loadEnvFile('.env')
process.exitCode = await command(rest)

/** Builds the shop and serves it, with its local backend unless PUBLIC_SUPABASE_URL is a hosted one. */
async function start() {
  await needFreePort(Number(process.env.PORT || 4321))
  await setUp()
  const isHosted = /^https?:/i.test(process.env.PUBLIC_SUPABASE_URL ?? '')
  if (!isHosted) await needPrograms()
  const mode = isHosted ? [] : ['--mode', 'embedded']
  const built = await step('Building the shop', () => runTool('astro', ['build', ...mode]))
  if (built !== 0) return built
  console.log('\n▸ Opening the shop')
  return runNode(['tools/site-server/serve.ts'])
}

/** Every check but the long runs (docs/testing.md). All run, also after one has failed. */
async function test() {
  // The tests start their own backend.
  for (const key of Object.keys(process.env))
    if (key.startsWith('PUBLIC_') || key === 'HOST') delete process.env[key]
  await setUp()
  await needPrograms()
  // Those of one row run at the same time. The tests read what the build writes.
  const rows = [
    [
      ['Build', () => runTool('astro', ['build', '--mode', 'embedded'])],
      ['Lint and format', () => runTool('@biomejs/biome', ['ci', '--error-on-warnings'])],
      ['Dead code and import cycles', () => runTool('knip', ['--no-progress'])],
    ],
    [
      ['Types', check],
      ['Unit, database, API and site tests', () => runTool('vitest', ['run', '--project=!local'])],
    ],
    [['Browser tests', () => runTool('@playwright/test', ['test', '--project=shop'])]],
  ]
  const failed = []
  const run = async ([title, check]) => (await step(title, check)) === 0 || failed.push(title)
  for (const row of rows) await Promise.all(row.map(run))
  if (failed.length > 0) console.error(`\nFailed: ${failed.join(', ')}`)
  console.log(`\n${rows.flat().length - failed.length} passed, ${failed.length} failed`)
  return failed.length > 0 ? 1 : 0
}

/**
 * Types: of .astro files by Astro's checker, which runs on TypeScript 6, of the others by TypeScript 7,
 * and of the site without the desk. One after the other, since Astro writes types that all read. On one thread:
 * each of several would find out the types that files share by itself, and tests run beside them.
 */
async function check() {
  const ofPages = await runTool('astro', ['check', '--tsconfig', 'tsconfig.astro.json'])
  const ofModules = await runTool('typescript-7', [
    '--project',
    'tsconfig.json',
    '--singleThreaded',
  ])
  const withoutDesk = await runNode(['tools/without-desk.ts', 'check'])
  return ofPages || ofModules || withoutDesk
}

/** `astro dev` with the local backend; takes Astro's options. */
async function dev(options) {
  await setUp()
  const port = process.env.PORT ? ['--port', process.env.PORT] : []
  // Without --ignore-lock Astro may move to the background and leave the terminal.
  return runTool('astro', ['dev', '--ignore-lock', ...port, ...options])
}

/** Before anything is built. The check is TypeScript, which only the Node of setUp() can run. */
async function needPrograms() {
  const code = await runNode(['tools/run/check-programs.ts'])
  if (code !== 0) process.exit(code)
}

/** Before the build, which takes a minute. */
async function needFreePort(port) {
  const server = createServer()
  const failure = await new Promise((resolve) => {
    server.once('error', resolve)
    server.listen(port, process.env.HOST || '127.0.0.1', () => server.close(resolve))
  }).catch((error) => error)
  if (failure?.code === 'EADDRINUSE')
    stop(`Port ${port} is taken: stop what uses it, or set PORT to another one.`)
  if (failure) stop(`The shop cannot listen there (${failure.message}): correct PORT or HOST.`)
}
