import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url))

const END_WITH_COMMAND = new URL('end-with-command.mjs', import.meta.url).href

/** Prints the title and how many seconds the work took; returns its exit code. */
export async function step(title, work) {
  console.log(`\n▸ ${title}`)
  const started = performance.now()
  const code = await work()
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(`${code === 0 ? '✓' : '✗'} ${title}, ${seconds} s`)
  return code
}

/** The program of an installed package, without a shell between it and our signals. */
export function runTool(packageName, args) {
  const folder = join(root, 'node_modules', packageName)
  if (!existsSync(folder)) stop(`${packageName} is not installed. Run: npm ci`)
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const file = typeof bin === 'string' ? bin : Object.values(bin)[0]
  return runNode([join(folder, file), ...args])
}

export function runNode(args) {
  const stdio = ['inherit', 'inherit', 'inherit', 'ipc']
  return run(projectNode(), ['--import', END_WITH_COMMAND, ...args], { stdio })
}

/** Runs a program to its end and stops it when this process gets a signal. The exit code is 1 if a signal ended it. */
export function run(program, args, options) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd: root,
      env: environment(),
      stdio: 'inherit',
      ...options,
    })
    const stop = () => {
      stopped = true
      child.kill('SIGTERM')
    }
    let stopped = false
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop)
    child.once('error', reject)
    child.once('close', (code) => {
      for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.off(signal, stop)
      if (stopped) process.exit(code ?? 130)
      resolve(code ?? 1)
    })
  })
}

/** The Node from package-lock.json where npm has one for this machine, else the one that runs now. */
export function projectNode() {
  return bundledNode() ?? process.execPath
}

/**
 * Looks in the package itself: npm 10 removes the link node_modules/.bin/node together with the
 * optional package of the other processor, which has a program of the same name.
 */
export function bundledNode() {
  const name = `node-${process.platform}-${process.arch}`
  const installed = join(root, 'node_modules', name, 'bin', 'node')
  return existsSync(installed) ? installed : undefined
}

/** Without what a shell, a git hook or a production host may have left in it. */
function environment() {
  const bin = join(root, 'node_modules', '.bin')
  const path = [dirname(projectNode()), bin, process.env.PATH].join(delimiter)
  const env = { ...process.env, ASTRO_TELEMETRY_DISABLED: '1', STARTED_BY: String(process.pid) }
  for (const key of Object.keys(env)) {
    // Windows calls it Path, and a child takes only one of two names that differ in case.
    if (key.toUpperCase() === 'PATH') delete env[key]
    if (key === 'NODE_ENV' || key === 'NODE_OPTIONS' || key.startsWith('GIT_')) delete env[key]
  }
  return { ...env, PATH: path }
}

/** Ends the program with a sentence for the person at the terminal. */
export function stop(sentence) {
  console.error(sentence)
  process.exit(1)
}
