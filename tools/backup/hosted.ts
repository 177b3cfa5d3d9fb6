/* Backup and restore of a hosted project, over its database URL: no Docker, no pg_dump. */
import pg from 'pg'
import { cliProblem } from '../migrations/cli-problem.ts'
import { versionsOfToday } from '../migrations/former-versions.ts'
import { pushVersions } from '../migrations/push-versions.ts'
import { connectionOf } from '../postgres/connection.ts'
import { inTransaction, type Query } from '../postgres/database.ts'
import { UserError } from '../user-error.ts'
import { checkBackup, newHeader, readEntries, writeBackup } from './backup-file.ts'
import { type Contents, readContents } from './contents.ts'
import { loadTables, readTables, takeSnapshot } from './tables.ts'

/** Returns what was saved. */
export function backUpHosted(databaseUrl: string, file: string): Promise<Contents> {
  return withProject(databaseUrl, async (query) => {
    await takeSnapshot(query)
    await writeBackup(file, newHeader('hosted', await migrationsOf(query)), readTables(query))
    return readContents(query)
  })
}

/**
 * Into a new project, which gets the migrations of the backup, or one that has them, no order and no user.
 * The rows are one transaction. Later migrations come with `npm run upgrade`.
 */
export async function restoreHosted(file: string, databaseUrl: string): Promise<number> {
  const { source, migrations: made, rows } = await checkBackup(file)
  const migrations = versionsOfToday(made)
  if (source !== 'hosted') {
    throw new UserError(`${file} is of a local shop: restore it with --local.`)
  }
  const isNew = await withProject(databaseUrl, async (query) => !(await hasMigrations(query)))
  if (isNew) await pushVersions(migrations, databaseUrl)
  await withProject(databaseUrl, async (query) => {
    const here = await migrationsOf(query)
    if (here.join() !== migrations.join()) {
      throw new UserError(
        `The project's last migration is ${here.at(-1) ?? 'missing'}, the backup's is ${migrations.at(-1)}: restore it into a new project, which gets the migrations of the backup.`,
      )
    }
    const [found] = await query(
      'select (select count(*) from public.orders) as orders, (select count(*) from auth.users) as users',
    )
    if (found?.['orders'] !== '0' || found['users'] !== '0') {
      throw new UserError(
        `The project has ${found?.['orders']} orders and ${found?.['users']} users: a backup is restored into a new project, before its admin is added.`,
      )
    }
    await loadTables(query, readEntries(file))
  })
  return rows
}

async function hasMigrations(query: Query): Promise<boolean> {
  const [history] = await query(
    "select to_regclass('supabase_migrations.schema_migrations') is not null as exists",
  )
  return history?.['exists'] === true
}

async function migrationsOf(query: Query): Promise<string[]> {
  if (!(await hasMigrations(query)))
    throw new UserError('The project has no migrations: push them first.')
  const rows = await query(
    'select version from supabase_migrations.schema_migrations order by version',
  )
  return rows.map(({ version }) => String(version))
}

/** One transaction over the database URL of a project. */
export async function withProject<Result>(
  databaseUrl: string,
  work: (query: Query) => Promise<Result>,
): Promise<Result> {
  const pool = new pg.Pool({ ...connectionOf(databaseUrl), max: 1 })
  pool.on('error', () => undefined)
  try {
    return await inTransaction(pool, work)
  } catch (error) {
    // The driver's error is the cause of ours where no connection was made.
    const { message, cause } = error as Error
    const text = `${message} ${(cause as Error | undefined)?.message ?? ''}`.trim()
    const problem = cliProblem(text)
    throw problem === text ? error : new UserError(problem)
  } finally {
    await pool.end()
  }
}
