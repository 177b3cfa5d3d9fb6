import { statSync } from 'node:fs'
import { join } from 'node:path'
import { run, step } from './step.mjs'

/** Leaves a folder's packages as its package-lock.json wants them, or ends the program. */
export async function needPackages(folder, title, options) {
  if (isInstalled(folder)) return
  const code = await step(title, () => npm(['ci', '--prefix', folder, ...options]))
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

function npm(args) {
  const program = process.env.npm_execpath
  return program ? run(process.execPath, [program, ...args]) : run('npm', args)
}
