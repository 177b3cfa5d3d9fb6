/*
 * A real Postgres server with a folder of its own, for what one connection cannot show. Both go when
 * the process does, even by `kill -9`.
 */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { findPrograms, type Programs } from './programs.ts'

export interface PostgresServer {
  /** Where its socket is, and room for more that goes with it. */
  folder: string
  /** Everybody may be everybody: only the owner of the folder reaches the socket. */
  connection(user: string): pg.ClientConfig
  stop(): Promise<void>
}

export interface ServerOptions {
  /** Whether it waits for the disk as a shop's server would: for measuring. */
  durable?: boolean
  /** The role that initdb creates. */
  superuser?: string
  /** Also listens on this port of 127.0.0.1, where a role needs its password. */
  port?: number
}

interface Owner {
  uid?: number
  gid?: number
}

/** Milliseconds. Ends only what hangs. */
const START_TIME_LIMIT = 120_000

/** Postgres refuses to run as root, who is let to be nobody instead. */
const NOBODY = 65_534

/*
 * The shell waits for the end of its input, which comes when we close it and also when we are killed.
 * SIGQUIT ends a server at once, and its memory with it; what it had on disk is thrown away.
 */
const KEEPER = `folder=$1; shift
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
  const owner: Owner = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}
  const folder = mkdtempSync(join(tmpdir(), 'zulf-postgres-'))
  if (owner.uid !== undefined) chownSync(folder, NOBODY, NOBODY)
  try {
    const programs = withinReach(findPrograms(), owner, folder)
    makeCluster(programs, owner, folder, options)
    return await start(programs, owner, folder, options)
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    throw error
  }
}

/** Nobody may be unable to enter the folders above the programs; then copies stand in for them. */
function withinReach(programs: Programs, owner: Owner, folder: string): Programs {
  const { error } = spawnSync(programs.postgres, ['--version'], owner)
  if ((error as NodeJS.ErrnoException | undefined)?.code !== 'EACCES') return programs
  const installation = join(folder, 'installation')
  cpSync(programs.installation, installation, { recursive: true, verbatimSymlinks: true })
  return {
    installation,
    initdb: join(installation, 'bin/initdb'),
    postgres: join(installation, 'bin/postgres'),
  }
}

function makeCluster(
  { initdb }: Programs,
  owner: Owner,
  folder: string,
  { superuser = 'postgres' }: ServerOptions,
): void {
  const manners = [
    '--auth-local=trust',
    '--auth-host=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--no-sync',
    '--no-instructions',
  ]
  const { status, stderr, error } = spawnSync(
    initdb,
    ['--pgdata', join(folder, 'data'), `--username=${superuser}`, ...manners],
    { ...owner, cwd: folder, encoding: 'utf8' },
  )
  if (status !== 0)
    throw new Error(`Postgres could not make a cluster: ${error?.message ?? stderr}`)
}

async function start(
  { postgres }: Programs,
  owner: Owner,
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
  const keeper = spawn('/bin/sh', ['-c', KEEPER, 'sh', folder, ...command], {
    ...owner,
    cwd: folder,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  const ended = once(keeper, 'close')
  keeper.stdin.on('error', () => undefined)
  const server: PostgresServer = {
    folder,
    connection: (user) => ({ host: folder, port, user, database: 'postgres' }),
    async stop() {
      keeper.stdin.end()
      await ended
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
  const deadline = performance.now() + START_TIME_LIMIT
  while (!(await isReady(server, user))) {
    if (performance.now() > deadline) {
      const log = join(server.folder, 'log')
      const words = existsSync(log) ? readFileSync(log, 'utf8') : 'it said nothing'
      throw new Error(`Postgres did not start: ${words}`)
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
