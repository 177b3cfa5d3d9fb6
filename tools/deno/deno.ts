/* Deno, on which a host runs Edge Functions. It is installed where a test first asks for it. */
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { needPackages } from '../run/packages.mjs'
import { type SupervisedChild, spawnSupervised } from '../supervised-child.ts'

const folder = import.meta.dirname

interface DenoPackage {
  /** Returns the path of the program. */
  runInstall(): string
}

/**
 * Runs a script that may use the network and its environment, and nothing else, until it is stopped. It also trusts the
 * certificate.
 */
export async function runOnDeno(
  script: string,
  env: Record<string, string>,
  certificateFile: string,
): Promise<SupervisedChild> {
  await needPackages(folder, 'Installing Deno', ['--ignore-scripts'])
  const { runInstall } = createRequire(import.meta.url)('deno/install_api.cjs') as DenoPackage
  return spawnSupervised(runInstall(), {
    args: [
      ...['run', '--quiet', '--no-lock', '--allow-net', '--allow-env'],
      ...['--cert', certificateFile, script],
    ],
    env: {
      ...process.env,
      NO_COLOR: '1',
      RUST_BACKTRACE: '0',
      // The packages that the script imports.
      DENO_DIR: join(folder, 'node_modules/.deno'),
      ...env,
    },
  })
}
