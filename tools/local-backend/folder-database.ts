/* The database of a data folder, which this process has locked. */
import { type Database, openDatabase } from '../postgres/database.ts'
import type { ServerOptions } from '../postgres/server-options.ts'
import { UserError } from '../user-error.ts'
import { type DataFolder, prepareStart } from './data-folder.ts'

/** Rejects with a UserError where Postgres does not start, whose sentence says what can be done. */
export async function openFolderDatabase(
  folder: DataFolder,
  options: Pick<ServerOptions, 'durable' | 'log'>,
): Promise<Database> {
  prepareStart(folder)
  try {
    return await openDatabase({ ...folder, ...options })
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    throw new UserError(
      `The database in ${folder.path} does not open (${error.message}): make room if the disk is full, else restore a backup into another folder, or move this one away to begin anew.`,
    )
  }
}
