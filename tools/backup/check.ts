/* Proves a backup by restoring it into a Postgres server in a temporary folder, which is then removed. */
import { type HostedProject, openHostedProject } from '../hosted-postgres/hosted-project.ts'
import { inTransaction, type Query } from '../postgres/database.ts'
import { UserError } from '../user-error.ts'
import { checkBackup } from './backup-file.ts'
import { type Contents, countRows, differences, readContents } from './contents.ts'
import { restoreHosted } from './hosted.ts'
import { restoreInto } from './local.ts'

/**
 * Restores the file as `npm run restore` does, and compares each table with what was saved. Returns a sentence that
 * says what was compared. Throws a UserError where the file does not restore to that; the file stays.
 */
export async function proveBackup(file: string, saved: Contents): Promise<string> {
  const problem = await findProblem(file, saved).catch((error: Error) => error.message)
  if (problem) {
    throw new UserError(
      `${file} stays, but it is not proved: restored into a scratch database, it does not come back. ${problem}`,
    )
  }
  const { orders, rupees, tables } = saved
  return `It was restored into a scratch database and compared: the ${countRows(saved)} rows of all ${tables.length} tables are the same there, among them ${orders} orders of Rs ${rupees} in all.`
}

async function findProblem(file: string, saved: Contents): Promise<string> {
  const { source } = await checkBackup(file)
  const scratch = await openHostedProject()
  const transaction = <Result>(work: (query: Query) => Promise<Result>) =>
    inTransaction(scratch.superuser, work)
  try {
    if (source === 'hosted') {
      await addLoginColumns(scratch, saved)
      await restoreHosted(file, scratch.databaseUrl)
    } else {
      await restoreInto({ transaction }, file)
    }
    const restored = await transaction((query) => readContents(query, saved))
    return differences(saved, restored).join(' ')
  } finally {
    await scratch.close()
  }
}

/** Supabase Auth has tables and columns that hosted-project.sql leaves out. */
async function addLoginColumns({ superuser }: HostedProject, { tables }: Contents): Promise<void> {
  for (const { table, columns, types } of tables.filter(({ table }) => table.startsWith('auth.'))) {
    await superuser.query(`create table if not exists ${table} ()`)
    await superuser.query(`grant all on ${table} to postgres`)
    for (const [nth, column] of columns.entries()) {
      await superuser.query(`alter table ${table} add column if not exists ${column} ${types[nth]}`)
    }
  }
}
