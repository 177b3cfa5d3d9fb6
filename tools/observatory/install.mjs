import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { needPackages } from '../run/packages.mjs'

const folder = fileURLToPath(new URL('.', import.meta.url))

/**
 * Installs Lighthouse and the Observatory as package-lock.json beside this file says, without install
 * scripts: one would download the browsers' preload list, and the grade must not depend on it.
 */
export async function installAuditTools() {
  await needPackages(folder, 'Installing Lighthouse and the Observatory', [
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
  ])
  const observatory = join(folder, 'node_modules/@mdn/mdn-http-observatory')
  writeFileSync(join(observatory, 'conf/hsts-preload.json'), '{}')
}
