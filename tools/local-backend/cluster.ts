/*
 * Whether the files of a data folder are a whole database. PGlite takes a folder that lacks a part for
 * an empty one, or ends without a reason.
 */
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { BackendError } from './backend-error.ts'
import type { DataFolder } from './data-folder.ts'

/** What every cluster has; the folders have files in them. */
const PARTS = ['PG_VERSION', 'base', 'global/pg_control', 'pg_wal', 'pg_xact']

/** Written into `unfinished` of the data folder. */
export type Unfinished = 'first start' | 'restore'

const fileOf = (folder: DataFolder) => join(folder.path, 'unfinished')

/** Until `finish`, what is in the folder is worth nothing. */
export function begin(folder: DataFolder, work: Unfinished): void {
  writeFileSync(fileOf(folder), work)
}

export function finish(folder: DataFolder): void {
  rmSync(fileOf(folder), { force: true })
}

/** Throws a BackendError for anything but a whole database or none. A first start may be repeated. */
export function checkCluster(folder: DataFolder): void {
  const { path, database } = folder
  const unfinished = existsSync(fileOf(folder)) && readFileSync(fileOf(folder), 'utf8')
  if (unfinished === 'first start') {
    for (const name of readdirSync(database)) rmSync(join(database, name), { recursive: true })
  } else if (unfinished !== false) {
    throw new BackendError(
      `A restore into the data folder ${path} did not end: delete the folder and restore again.`,
    )
  }
  if (isEmpty(database)) {
    begin(folder, 'first start')
    return
  }
  const missing = PARTS.filter((part) => isEmpty(join(database, part)))
  if (missing.length === 0) return
  throw new BackendError(
    `The database in ${path} is damaged (${missing.join(', ')} missing): restore a backup into another folder, or move this one away to begin anew.`,
  )
}

/** A missing or empty folder, a missing file. */
function isEmpty(path: string): boolean {
  try {
    return readdirSync(path).length === 0
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ENOTDIR'
  }
}
