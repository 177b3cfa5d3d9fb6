/* Builds the site with the prices of the list, so that what stops a build stops before a push. */
import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { UserError } from '../user-error.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
/** On the disk of the project: a build is moved to its folder. Not `dist`, which a server may be reading. */
const OUTPUT = '.cache/test-build'

/** With the settings of the local build: those of the published one are known to the host alone. */
export function testBuild(): void {
  const astro = fileURLToPath(new URL('../../node_modules/astro/bin/astro.mjs', import.meta.url))
  const command = [astro, 'build', '--mode', 'embedded', '--outDir', OUTPUT]
  const { status, stdout, stderr } = spawnSync(process.execPath, command, {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  rmSync(`${ROOT}${OUTPUT}`, { recursive: true, force: true })
  if (status === 0) return
  throw new UserError(
    `${stdout}${stderr}\nThe site cannot be built with these prices (above), so no database was changed.`,
  )
}
