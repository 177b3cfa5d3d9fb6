import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { needPackages } from '../run/packages.mjs'

const folder = fileURLToPath(new URL('.', import.meta.url))

/**
 * Leaves the judges beside this file as their own package-lock.json wants them. No install script of
 * theirs runs: one would fetch the browsers' list of preloaded sites, and we want to earn our grade
 * without being on it.
 */
export async function installJudges() {
  await needPackages(folder, 'Installing the judges', [
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
  ])
  const observatory = join(folder, 'node_modules/@mdn/mdn-http-observatory')
  writeFileSync(join(observatory, 'conf/hsts-preload.json'), '{}')
}
