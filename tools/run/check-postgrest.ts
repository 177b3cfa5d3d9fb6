/* Says before the build whether PostgREST, which the local backend needs, is there and can run. */
import { spawnSync } from 'node:child_process'
import { BackendError } from '../local-backend/backend-error.ts'
import { findPostgrest } from '../local-backend/postgrest-binary.ts'

try {
  const program = findPostgrest()
  const { status, error, stderr } = spawnSync(program, ['--version'], { encoding: 'utf8' })
  if (status !== 0) {
    const reason = error?.message || stderr.trim() || `it ended with ${status}`
    throw new BackendError(
      `PostgREST does not run on this machine (${program}): ${reason}\nInstall another one (on a Mac: ` +
        'brew install postgrest), or set POSTGREST_BIN to it.',
    )
  }
} catch (error) {
  console.error(error instanceof BackendError ? error.message : error)
  process.exitCode = 1
}
