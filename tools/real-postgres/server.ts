/*
 * A real Postgres server in a temporary folder, for tests that need several connections. Both are
 * removed when this process ends, also by `kill -9`.
 */
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { findPrograms, type Programs } from './programs.ts'

export interface PostgresServer {
  /** The temporary folder with its socket. It is deleted when the server stops. */
  folder: string
  /** Any role without a password: only this user can open the socket. */
  connection(user: string): pg.ClientConfig
  stop(): Promise<void>
}

export interface ServerOptions {
  /** Whether it syncs to the disk, as a hosted server does: for benchmarks. */
  durable?: boolean
  /** The role that initdb creates. */
  superuser?: string
  /** Also listens on this port of 127.0.0.1, where a role needs its password. */
  port?: number
}

interface OsUser {
  uid?: number
  gid?: number
}

/** Ends only what hangs. */
const START_TIMEOUT_MS = 120_000

/** Postgres refuses to run as root, so it runs as the user nobody. */
const NOBODY = 65_534

/*
 * The shell waits for the end of its input, which comes when this process closes it or is killed.
 * SIGQUIT ends the server at once; its files are deleted.
 */
const SUPERVISOR = `folder=$1; shift
"$@" >"$folder/log" 2>&1 </dev/null & program=$!
trap '' INT TERM HUP
read -r _
kill -QUIT "$program"
wait "$program"
rm -rf "$folder"`

export async function startPostgres(options: ServerOptions = {}): Promise<PostgresServer> {
  if (process.platform === 'win32') {
    throw new Error('The tests that need a real Postgres server run on Linux and macOS only.')
  }
  const user: OsUser = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}
  const folder = mkdtempSync(join(tmpdir(), 'zulf-postgres-'))
  if (user.uid !== undefined) chownSync(folder, NOBODY, NOBODY)
  try {
    const programs = readableBy(findPrograms(), user, folder)
    makeCluster(programs, user, folder, options)
    return await start(programs, user, folder, options)
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    throw error
  }
}

/** Copies the programs where that user may not enter their folder. The copy is that user's, who deletes it. */
function readableBy(programs: Programs, user: OsUser, folder: string): Programs {
  const { error } = spawnSync(programs.postgres, ['--version'], user)
  if ((error as NodeJS.ErrnoException | undefined)?.code !== 'EACCES') return programs
  const installation = join(folder, 'installation')
  cpSync(programs.installation, installation, { recursive: true, verbatimSymlinks: true })
  execFileSync('chown', ['-R', `${user.uid}:${user.gid}`, installation])
  return {
    installation,
    initdb: join(installation, 'bin/initdb'),
    postgres: join(installation, 'bin/postgres'),
  }
}

function makeCluster(
  { initdb }: Programs,
  user: OsUser,
  folder: string,
  { superuser = 'postgres' }: ServerOptions,
): void {
  const initFlags = [
    '--auth-local=trust',
    '--auth-host=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--no-sync',
    '--no-instructions',
  ]
  const { status, stderr, error } = spawnSync(
    initdb,
    ['--pgdata', join(folder, 'data'), `--username=${superuser}`, ...initFlags],
    { ...user, cwd: folder, encoding: 'utf8' },
  )
  if (status !== 0)
    throw new Error(`Postgres could not make a cluster: ${error?.message ?? stderr}`)
}

async function start(
  { postgres }: Programs,
  user: OsUser,
  folder: string,
  { durable = false, superuser = 'postgres', port }: ServerOptions,
): Promise<PostgresServer> {
  const sync = durable ? 'on' : 'off'
  const settings = {
    listen_addresses: port === undefined ? '' : '127.0.0.1',
    // A socket is named after the port.
    ...(port !== undefined && { port: String(port) }),
    unix_socket_directories: folder,
    max_connections: '200',
    shared_buffers: '128MB',
    deadlock_timeout: '100ms',
    fsync: sync,
    synchronous_commit: sync,
    full_page_writes: sync,
  }
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const command = [postgres, '-D', join(folder, 'data'), ...flags]
  const supervisor = spawn('/bin/sh', ['-c', SUPERVISOR, 'sh', folder, ...command], {
    ...user,
    cwd: folder,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  const ended = once(supervisor, 'close')
  supervisor.stdin.on('error', () => undefined)
  const server: PostgresServer = {
    folder,
    connection: (user) => ({ host: folder, port, user, database: 'postgres' }),
    async stop() {
      supervisor.stdin.end()
      await ended
      // Its user may not remove a folder from a temporary folder that only this process's user may write to.
      rmSync(folder, { recursive: true, force: true })
    },
  }
  try {
    await untilReady(server, superuser)
  } catch (error) {
    await server.stop()
    throw error
  }
  return server
}

async function untilReady(server: PostgresServer, user: string): Promise<void> {
  const deadline = performance.now() + START_TIMEOUT_MS
  while (!(await isReady(server, user))) {
    if (performance.now() > deadline) {
      const log = join(server.folder, 'log')
      const output = existsSync(log) ? readFileSync(log, 'utf8') : 'it said nothing'
      throw new Error(`Postgres did not start: ${output}`)
    }
    await pause(25)
  }
}

async function isReady(server: PostgresServer, user: string): Promise<boolean> {
  const client = new pg.Client(server.connection(user))
  try {
    await client.connect()
    await client.end()
    return true
  } catch {
    return false
  }
}
