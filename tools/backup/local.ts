/* Backup and restore of the local backend. */
import { existsSync, readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import {
  type DataFolder,
  hasDatabase,
  markFinished,
  markUnfinished,
  prepareDataFolder,
} from '../local-backend/data-folder.ts'
import { openFolderDatabase } from '../local-backend/folder-database.ts'
import { lockFolder } from '../local-backend/folder-lock.ts'
import { openFormSink } from '../local-backend/form-sink.ts'
import { versionsOfToday } from '../migrations/former-versions.ts'
import { type Database, inTransaction, openDatabase, superuserPool } from '../postgres/database.ts'
import { migrate, migrationVersions } from '../postgres/migrations.ts'
import { socketConnection } from '../postgres/server.ts'
import { UserError } from '../user-error.ts'
import { checkBackup, newHeader, readEntries, writeBackup } from './backup-file.ts'
import { type Contents, readContents } from './contents.ts'
import { loadTables, readTables, takeSnapshot } from './tables.ts'

/** Whether the shop is running or not. Returns what was saved. */
export function backUpLocal(dataDir: string, file: string): Promise<Contents> {
  return inLocalShop(dataDir, (database) => backUp(database, file))
}

/** Works on the database of a folder, whether the shop is running or not. */
export async function inLocalShop<Result>(
  dataDir: string,
  work: (database: Pick<Database, 'transaction'>) => Promise<Result>,
): Promise<Result> {
  const path = resolve(dataDir)
  if (!hasDatabase(path)) throw new UserError(`There is no shop's data in ${path}.`)
  const folder = prepareDataFolder(path)
  try {
    const lock = await lockFolder(folder.lock, folder.path).catch((error: unknown) => {
      if (error instanceof UserError) return undefined
      throw error
    })
    if (!lock) return await inRunningShop(folder, work)
    try {
      const database = await openFolderDatabase(folder, { durable: true, log: console.error })
      return await withDatabase(database, () => work(database))
    } finally {
      await lock.release()
    }
  } finally {
    folder.removeAlias()
  }
}

/** Through the socket of the shop that has the folder open. */
async function inRunningShop<Result>(
  folder: DataFolder,
  work: (database: Pick<Database, 'transaction'>) => Promise<Result>,
): Promise<Result> {
  if (process.platform === 'win32') throw new UserError('Stop the shop first, then back it up.')
  const pool = superuserPool({ connection: socketConnection(folder.sockets) })
  try {
    return await work({ transaction: (inIt) => inTransaction(pool, inIt) })
  } finally {
    await pool.end()
  }
}

function backUp(database: Pick<Database, 'transaction'>, file: string): Promise<Contents> {
  return database.transaction(async (query) => {
    await takeSnapshot(query)
    const applied = await query(
      "select split_part(name, '_', 1) as version from local.applied_migrations where name ~ '^\\d' order by name",
    )
    const migrations = applied.map(({ version }) => String(version))
    await writeBackup(file, newHeader('local', migrations), readTables(query))
    return readContents(query)
  })
}

/**
 * Into a folder that is new or empty, which is refused by every start until this has ended. Later
 * migrations are applied at the next start. Returns the number of rows.
 */
export async function restoreLocal(file: string, dataDir: string): Promise<number> {
  const { migrations, rows } = await readHeader(file)
  const path = resolve(dataDir)
  if (!isEmpty(path)) {
    throw new UserError(
      `The data folder ${path} is not empty: move it away first, or set DATA_DIR to another folder.`,
    )
  }

  const folder = prepareDataFolder(path)
  const lock = await lockFolder(folder.lock, folder.path)
  try {
    markUnfinished(folder, 'restore')
    const database = await openDatabase({ ...folder, durable: true, log: console.error })
    await withDatabase(database, () => load(database, file, migrations))
    markFinished(folder)
    return rows
  } finally {
    await lock.release()
    folder.removeAlias()
  }
}

/** Into a new database, for a check. */
export async function restoreInto(
  database: Pick<Database, 'transaction'>,
  file: string,
): Promise<void> {
  const { migrations } = await readHeader(file)
  await load(database, file, migrations)
}

async function readHeader(file: string): Promise<{ migrations: string[]; rows: number }> {
  const { source, migrations: made, rows } = await checkBackup(file)
  if (source !== 'local') throw new UserError(`${file} is of a hosted project: add --db-url.`)
  const migrations = versionsOfToday(made)
  const known = migrationVersions()
  const unknown = migrations.filter((version) => !known.includes(version))
  if (unknown.length > 0) {
    throw new UserError(
      `The backup was made by another version of the shop: the migrations ${unknown.join(', ')} are missing here.`,
    )
  }
  return { migrations, rows }
}

async function load(
  database: Pick<Database, 'transaction'>,
  file: string,
  migrations: string[],
): Promise<void> {
  await migrate(database, undefined, (version) => migrations.includes(version))
  await openFormSink(database)
  await database.transaction((query) => loadTables(query, readEntries(file)))
}

function isEmpty(folder: string): boolean {
  return !existsSync(folder) || readdirSync(folder).length === 0
}

async function withDatabase<Result>(
  database: Database,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } finally {
    await database.close()
  }
}
