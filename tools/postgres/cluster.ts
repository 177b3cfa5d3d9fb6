/* A new cluster, set up as a new hosted project is. */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import pg from 'pg'
import { UserError } from '../user-error.ts'
import { findPrograms } from './programs.ts'
import type { ServerOptions } from './server-options.ts'
import { accessHint, serverUser } from './server-user.ts'

/** The role that initdb creates, as in a hosted project. */
export const SUPERUSER = 'supabase_admin'

const SETUP = new URL('hosted-project.sql', import.meta.url)

const FLAGS = [
  `--username=${SUPERUSER}`,
  // Only the user of the folder can open the socket. Windows has none, and the server listens on a port.
  '--auth-local=trust',
  `--auth-host=${process.platform === 'win32' ? 'trust' : 'scram-sha-256'}`,
  '--encoding=UTF8',
  '--lc-messages=C',
  // In megabytes. A server with segments of 16 stops when the disk is nearly full.
  '--wal-segsize=1',
  '--no-instructions',
]

/** Makes a cluster in an empty folder. */
export function createCluster(options: ServerOptions): void {
  const { data, durable = false } = options
  const { initdb, version } = findPrograms()
  const user = serverUser(options)
  // Equal on every system; Postgres 15 has only the system's own.
  const locale = version < 17 ? ['--locale=C'] : ['--locale=C', ...UNICODE]
  const flags = [...FLAGS, ...locale, ...(durable ? [] : ['--no-sync'])]
  const [program = initdb, ...rest] = [...user.command, initdb, '--pgdata', data, ...flags]
  const { status, stderr, error } = spawnSync(program, rest, {
    ...user.ids,
    cwd: '/',
    encoding: 'utf8',
  })
  if (status === 0) return
  const reason = error?.message ?? stderr.trim().split('\n').at(-1)
  throw new UserError(
    `Postgres could not make a database in ${data}: ${reason}.${accessHint(user)}`,
  )
}

const UNICODE = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8']

/** The roles, schemas and default grants that a hosted project has before its first migration. */
export async function setUpHostedProject(connection: pg.ClientConfig): Promise<void> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    await client.query(readFileSync(SETUP, 'utf8'))
  } finally {
    await client.end()
  }
}
