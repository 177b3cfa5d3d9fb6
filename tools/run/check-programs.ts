/* Checks before the build that the local backend may be opened, and that its programs are installed and run. */
import { spawnSync } from 'node:child_process'
import { backendSettings, refuseExposedAdmin } from '../local-backend/backend-settings.ts'
import { findPostgrest } from '../local-backend/postgrest-binary.ts'
import { findPrograms } from '../postgres/programs.ts'
import { UserError } from '../user-error.ts'

try {
  refuseExposedAdmin(process.env['HOST'], backendSettings().adminPassword)
  check(
    'PostgREST',
    findPostgrest(),
    'Install another one (on a Mac: brew install postgrest), or set POSTGREST_BIN to it.',
  )
  check(
    'Postgres',
    findPrograms().postgres,
    'Install version 17, and set POSTGRES_BIN_DIR to the folder of its programs.',
  )
} catch (error) {
  console.error(error instanceof UserError ? error.message : error)
  process.exitCode = 1
}

function check(name: string, program: string, remedy: string): void {
  const { status, error, stderr } = spawnSync(program, ['--version'], { encoding: 'utf8' })
  if (status === 0) return
  const reason = error?.message || stderr.trim() || `it ended with ${status}`
  throw new UserError(`${name} does not run on this machine (${program}): ${reason}\n${remedy}`)
}
