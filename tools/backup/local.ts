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
import { loadTables, readTables, takeSnapshot } from './tables.ts'

/** Whether the shop is running or not. Returns the number of rows. */
export async function backUpLocal(dataDir: string, file: string): Promise<number> {
  const path = resolve(dataDir)
  if (!hasDatabase(path)) throw new UserError(`There is no shop's data in ${path}.`)
  const folder = prepareDataFolder(path)
  try {
    const lock = await lockFolder(folder.lock, folder.path).catch((error: unknown) => {
      if (error instanceof UserError) return undefined
      throw error
    })
    if (!lock) return await backUpRunning(folder, file)
    try {
      const database = await openFolderDatabase(folder, { durable: true, log: console.error })
      return await withDatabase(database, () => backUp(database, file))
    } finally {
      await lock.release()
    }
  } finally {
    folder.removeAlias()
  }
}

/** Through the socket of the shop that has the folder open. */
async function backUpRunning(folder: DataFolder, file: string): Promise<number> {
  if (process.platform === 'win32') throw new UserError('Stop the shop first, then back it up.')
  const pool = superuserPool({ connection: socketConnection(folder.sockets) })
  try {
    return await backUp({ transaction: (work) => inTransaction(pool, work) }, file)
  } finally {
    await pool.end()
  }
}

function backUp(database: Pick<Database, 'transaction'>, file: string): Promise<number> {
  return database.transaction(async (query) => {
    await takeSnapshot(query)
    const applied = await query(
      "select split_part(name, '_', 1) as version from local.applied_migrations where name ~ '^\\d' order by name",
    )
    const migrations = applied.map(({ version }) => String(version))
    return writeBackup(file, newHeader('local', migrations), readTables(query))
  })
}

/**
 * Into a folder that is new or empty, which is refused by every start until this has ended. Later
 * migrations are applied at the next start. Returns the number of rows.
 * @param supabase The folder with migrations/, if not the project's own.
 */
export async function restoreLocal(
  file: string,
  dataDir: string,
  supabase?: string,
): Promise<number> {
  const { source, migrations: made, rows } = await checkBackup(file)
  const migrations = versionsOfToday(made)
  if (source !== 'local') throw new UserError(`${file} is of a hosted project: add --db-url.`)
  const path = resolve(dataDir)
  if (!isEmpty(path)) {
    throw new UserError(
      `The data folder ${path} is not empty: move it away first, or set DATA_DIR to another folder.`,
    )
  }
  const unknown = migrations.filter((version) => !migrationVersions(supabase).includes(version))
  if (unknown.length > 0) {
    throw new UserError(
      `The backup was made by another version of the shop: the migrations ${unknown.join(', ')} are missing here.`,
    )
  }

  const folder = prepareDataFolder(path)
  const lock = await lockFolder(folder.lock, folder.path)
  try {
    markUnfinished(folder, 'restore')
    const database = await openDatabase({ ...folder, durable: true, log: console.error })
    await withDatabase(database, async () => {
      await migrate(database, supabase, (version) => migrations.includes(version))
      await openFormSink(database)
      await database.transaction((query) => loadTables(query, readEntries(file)))
    })
    markFinished(folder)
    return rows
  } finally {
    await lock.release()
    folder.removeAlias()
  }
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
