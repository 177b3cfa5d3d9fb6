import { spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { projectNode, root, run, step } from './step.mjs'

const OLDEST_NODE = [22, 19]

/** Leaves the packages as package-lock.json wants them and a Node that can run them, or stops. */
export async function setUp() {
  if (!isInstalled()) {
    const code = await step('Installing packages', installPackages)
    if (code !== 0) process.exit(code)
  }
  const version = spawnSync(projectNode(), ['-p', 'process.versions.node'], { encoding: 'utf8' })
  const [major, minor] = version.stdout.trim().split('.').map(Number)
  if (major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1])) return
  console.error(
    `The shop needs Node ${OLDEST_NODE.join('.')} or newer, and this is ${major}.${minor}: see https://nodejs.org`,
  )
  process.exit(1)
}

/** npm writes its own copy of the lock when it has finished, so an older copy means a changed lock. */
function isInstalled() {
  const installed = statSync(join(root, 'node_modules/.package-lock.json'), {
    throwIfNoEntry: false,
  })
  return (
    installed !== undefined &&
    installed.mtimeMs >= statSync(join(root, 'package-lock.json')).mtimeMs
  )
}

function installPackages() {
  const args = ['ci', '--include=dev']
  const npm = process.env.npm_execpath
  return npm ? run(process.execPath, [npm, ...args]) : run('npm', args)
}
