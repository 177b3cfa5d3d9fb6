import { spawnSync } from 'node:child_process'
import { needPackages } from './packages.mjs'
import { projectNode, root, stop } from './step.mjs'

const OLDEST_NODE = [22, 19]

/** Installs the packages, and checks that Node can run them. Exits with a sentence otherwise. */
export async function setUp() {
  await needPackages(root, 'Installing packages', ['--include=dev'])
  const node = spawnSync(projectNode(), ['-p', 'process.versions.node'], { encoding: 'utf8' })
  if (node.status !== 0) stop(`${projectNode()} does not run: ${node.error ?? node.stderr}`)
  const [major, minor] = node.stdout.trim().split('.').map(Number)
  if (major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1])) return
  stop(
    `The shop needs Node ${OLDEST_NODE.join('.')} or newer, and this is ${major}.${minor}: see https://nodejs.org`,
  )
}
