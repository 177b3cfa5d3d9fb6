/* A Postgres server of its own that is set up as a new hosted Supabase project is. */
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { findFreePort } from '../free-port.ts'
import { backendSettings } from '../local-backend/backend-settings.ts'
import { type AdminLogin, saveUser } from '../local-backend/local-admin.ts'
import { openParts } from '../open-parts.ts'
import { inTransaction, superuserPool } from '../postgres/database.ts'
import { startTemporaryServer, type TemporaryServer } from '../postgres/temporary-server.ts'

export interface HostedProject {
  /** For the Supabase CLI: as the role `postgres`, which is no superuser. */
  databaseUrl: string
  server: TemporaryServer
  /** The libraries of a hosted project that this server has. */
  loaded: { safeupdate: boolean; plpgsqlCheck: boolean }
  /** Runs as the role `postgres`, as the SQL editor of the dashboard does. */
  asPostgres<Row extends pg.QueryResultRow>(sql: string, values?: unknown[]): Promise<Row[]>
  /** Connections of supabase_admin, the superuser. */
  superuser: pg.Pool
  close(): Promise<void>
}

/**
 * The server's programs are those of POSTGRES_BIN_DIR, else those that npm brought. Projects before November 2026 grant what
 * is new in `public` to every role.
 */
export function openHostedProject({ grantsByDefault = true } = {}): Promise<HostedProject> {
  return openParts(async (onClose) => {
    const port = await findFreePort()
    const server = await startTemporaryServer({ port })
    onClose(server.stop)
    const superuser = superuserPool(server)
    const postgres = new pg.Pool({ ...server.connection('postgres'), max: 1 })
    for (const pool of [superuser, postgres]) {
      pool.on('error', () => undefined)
      onClose(() => pool.end())
    }
    const password = randomBytes(18).toString('base64url')
    await superuser.query(`alter role postgres password '${password}'`)
    if (!grantsByDefault) await revokeDefaults(superuser)
    const loaded = {
      safeupdate: await loadSafeupdate(superuser),
      plpgsqlCheck: await createPlpgsqlCheck(superuser),
    }
    return {
      databaseUrl: `postgresql://postgres:${password}@127.0.0.1:${port}/postgres`,
      server,
      loaded,
      asPostgres: async (sql, values) => (await postgres.query(sql, values)).rows,
      superuser,
    }
  })
}

/** One line for the terminal. */
export async function describeServer({ superuser, loaded }: HostedProject): Promise<string> {
  const { rows } = await superuser.query<{ server_version: string }>('show server_version')
  const state = (isLoaded: boolean) => (isLoaded ? 'loaded' : 'not installed')
  return `Postgres ${rows[0]?.server_version} as a hosted project has it; safeupdate: ${state(loaded.safeupdate)}; plpgsql_check: ${state(loaded.plpgsqlCheck)}`
}

/** Adds a user as the dashboard does. README.md says how the user becomes the admin. */
export async function addAdminUser({ superuser }: HostedProject): Promise<AdminLogin> {
  const { adminUsername, adminEmailDomain, adminPassword } = backendSettings()
  const login = { email: `${adminUsername}@${adminEmailDomain}`, password: adminPassword }
  await inTransaction(superuser, (query) => saveUser(query, login))
  return login
}

async function revokeDefaults(superuser: pg.Pool): Promise<void> {
  for (const objects of ['tables', 'functions', 'sequences']) {
    await superuser.query(
      `alter default privileges for role postgres, supabase_admin in schema public
         revoke all on ${objects} from anon, authenticated, service_role`,
    )
  }
}

/** Refuses UPDATE and DELETE without WHERE to whoever calls the API, functions included. */
async function loadSafeupdate(superuser: pg.Pool): Promise<boolean> {
  try {
    await superuser.query("load 'safeupdate'")
  } catch (error) {
    if ((error as pg.DatabaseError).code === UNDEFINED_FILE) return false
    throw error
  }
  await superuser.query(`
    alter role authenticator set session_preload_libraries = safeupdate;
    alter role postgres set session_preload_libraries = safeupdate;
    alter role postgres set safeupdate.enabled = 0;
  `)
  return true
}

const UNDEFINED_FILE = '58P01'

/** A hosted project lets `postgres` create this extension, which needs a superuser elsewhere. */
async function createPlpgsqlCheck(superuser: pg.Pool): Promise<boolean> {
  const { rowCount } = await superuser.query(
    "select from pg_available_extensions where name = 'plpgsql_check'",
  )
  if (!rowCount) return false
  await superuser.query('create extension plpgsql_check with schema extensions')
  return true
}
