/* Checks before the build that PostgREST, which the local backend needs, is installed and runs. */
import { spawnSync } from 'node:child_process'
import { findPostgrest } from '../local-backend/postgrest-binary.ts'
import { UserError } from '../user-error.ts'

try {
  const program = findPostgrest()
  const { status, error, stderr } = spawnSync(program, ['--version'], { encoding: 'utf8' })
  if (status !== 0) {
    const reason = error?.message || stderr.trim() || `it ended with ${status}`
    throw new UserError(
      `PostgREST does not run on this machine (${program}): ${reason}\nInstall another one (on a Mac: ` +
        'brew install postgrest), or set POSTGREST_BIN to it.',
    )
  }
} catch (error) {
  console.error(error instanceof UserError ? error.message : error)
  process.exitCode = 1
}
