/*
 * A migration that landed never changes: a hosted project applies each version once. migrations.sha256
 * has the hash of each, in the format of sha256sum.
 */
import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { migrationNames } from '../migration-names.ts'
import { PRICES_SUFFIX } from '../prices/migration.ts'

export interface FrozenState {
  /** Listed with another hash. */
  changed: string[]
  /** Listed, and there is no such file. */
  missing: string[]
  /** Not listed. A price migration needs no line: every shop writes its own. */
  unlisted: string[]
}

const LIST = 'migrations.sha256'
const FOLDER = 'migrations'

/** @param supabase The folder that holds the migrations and their list. */
export function frozenState(supabase: string): FrozenState {
  const listed = readList(supabase)
  const names = migrationNames(join(supabase, FOLDER))
  const isChanged = (name: string) => listed.get(name) !== hashOf(supabase, name)
  return {
    changed: names.filter((name) => listed.has(name) && isChanged(name)),
    missing: [...listed.keys()].filter((name) => !names.includes(name)),
    unlisted: names.filter((name) => !listed.has(name) && !name.endsWith(PRICES_SUFFIX)),
  }
}

/** Adds a line for each migration without one, and returns their names. Changes no line. */
export function freezeMigrations(supabase: string): string[] {
  const { unlisted } = frozenState(supabase)
  const lines = unlisted.map((name) => `${hashOf(supabase, name)}  ${FOLDER}/${name}\n`)
  appendFileSync(join(supabase, LIST), lines.join(''))
  return unlisted
}

/** One sentence for each migration that changed, is gone or is not listed. */
export function frozenProblems({ changed, missing, unlisted }: FrozenState): string[] {
  return [
    ...changed.map(
      (name) =>
        `supabase/migrations/${name} changed after it landed, and projects that have applied it keep the old one: restore it (git checkout), and write a new migration.`,
    ),
    ...missing.map(
      (name) =>
        `supabase/migrations/${name} landed and is gone: restore it (git checkout), and write a new migration.`,
    ),
    ...unlisted.map(
      (name) =>
        `supabase/migrations/${name} is not in supabase/${LIST}: when it is complete, run npm run migrations:freeze.`,
    ),
  ]
}

/** The hash by name. */
function readList(supabase: string): Map<string, string> {
  const file = join(supabase, LIST)
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []
  return new Map(
    lines.flatMap((line) => {
      const [hash, path] = line.trim().split(/\s+/)
      return hash && path ? [[path.replace(`${FOLDER}/`, ''), hash]] : []
    }),
  )
}

/** Line ends of Windows are no change. */
function hashOf(supabase: string, name: string): string {
  const sql = readFileSync(join(supabase, FOLDER, name), 'utf8').replaceAll('\r\n', '\n')
  return createHash('sha256').update(sql).digest('hex')
}
