import { statSync } from 'node:fs'
import { join } from 'node:path'
import { run, step } from './step.mjs'

/** Installs a folder's packages if its package-lock.json has changed. Exits if that fails. */
export async function needPackages(folder, title, options) {
  if (isInstalled(folder)) return
  const code = await step(title, () => npm(['ci', ...options], folder))
  if (code !== 0) process.exit(code)
}

/** npm writes its own copy of the lock when it has finished, so an older copy means a changed lock. */
function isInstalled(folder) {
  const installed = statSync(join(folder, 'node_modules/.package-lock.json'), {
    throwIfNoEntry: false,
  })
  return (
    installed !== undefined &&
    installed.mtimeMs >= statSync(join(folder, 'package-lock.json')).mtimeMs
  )
}

/** Without npm_execpath this was not started by npm. On Windows npm is a batch file, which needs a shell. */
function npm(args, cwd) {
  const program = process.env.npm_execpath
  if (program) return run(process.execPath, [program, ...args], { cwd })
  if (process.platform !== 'win32') return run('npm', args, { cwd })
  return run(['npm', ...args].join(' '), [], { cwd, shell: true })
}
