import { spawnSync } from 'node:child_process'
import { needPackages } from './packages.mjs'
import { projectNode, root } from './step.mjs'

const OLDEST_NODE = [22, 19]

/** Leaves the packages as package-lock.json wants them and a Node that can run them, or stops. */
export async function setUp() {
  await needPackages(root, 'Installing packages', ['--include=dev'])
  const version = spawnSync(projectNode(), ['-p', 'process.versions.node'], { encoding: 'utf8' })
  const [major, minor] = version.stdout.trim().split('.').map(Number)
  if (major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1])) return
  console.error(
    `The shop needs Node ${OLDEST_NODE.join('.')} or newer, and this is ${major}.${minor}: see https://nodejs.org`,
  )
  process.exit(1)
}
