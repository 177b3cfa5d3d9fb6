/* The Postgres server of this machine: as any user, in any folder, and after it or its parent was killed. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { copyDatabase } from '#tests/support/prepare-database.ts'
import { aFolder } from '#tests/support/shop-server.ts'
import { SUPERUSER } from '#tools/postgres/cluster.ts'
import { findPrograms } from '#tools/postgres/programs.ts'
import { type PostgresServer, startServer } from '#tools/postgres/server.ts'
import type { ServerOptions } from '#tools/postgres/server-options.ts'
import { serverUser } from '#tools/postgres/server-user.ts'
import { settingFlags } from '#tools/postgres/settings.ts'

const isRoot = process.getuid?.() === 0

test('SIGKILL of the parent process ends a temporary server and removes its folder', async () => {
  const script = fileURLToPath(new URL('temporary-server-process.ts', import.meta.url))
  const child = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [printed] = (await once(child.stdout, 'data')) as [Buffer]
  const folder = printed.toString().trim()
  const pid = serverIn(join(folder, 'data'))
  expect(isRunning(pid)).toBe(true)

  child.kill('SIGKILL')
  await expect.poll(() => existsSync(folder)).toBe(false)
  expect(isRunning(pid)).toBe(false)
})

test.runIf(isRoot)(
  'as root it runs as another user, also with programs and data that only root may reach',
  async () => {
    const cluster = await aCluster()
    expect(statSync(cluster.folder)).toMatchObject({ uid: 0, mode: 0o40700 })
    const programs = join(cluster.folder, 'programs')
    const installation = dirname(dirname(findPrograms({}).postgres))
    cpSync(installation, programs, { recursive: true, verbatimSymlinks: true })
    process.env['POSTGRES_BIN_DIR'] = join(programs, 'bin')
    onTestFinished(() => {
      delete process.env['POSTGRES_BIN_DIR']
    })

    const client = await connect(await start(cluster))
    expect((await client.query('select 42 as value')).rows).toEqual([{ value: 42 }])
    expect(statSync(`/proc/${serverIn(cluster.data)}`).uid).not.toBe(0)
  },
)

test('a server that was killed is started again, and what was committed is there', async () => {
  const cluster = await aCluster()
  const server = await start(cluster)
  const client = await connect(server)
  await client.query('create table private.kept as select 42 as value')
  process.kill(serverIn(cluster.data), 'SIGKILL')
  await expect.poll(() => responds(server)).toBe(true)
  const next = await connect(server)
  expect((await next.query('select value from private.kept')).rows).toEqual([{ value: 42 }])
})

test('a server that outlived whoever started it is ended by the next one', async () => {
  const cluster = await aCluster()
  const user = serverUser(cluster)
  const [program = '', ...args] = [
    ...user.command,
    findPrograms().postgres,
    '-D',
    cluster.data,
    ...settingFlags(cluster, 5432),
  ]
  const orphan = spawn(program, args, { stdio: 'ignore', ...user.ids })
  const ended = once(orphan, 'close')
  await expect.poll(() => existsSync(join(cluster.sockets, '.s.PGSQL.5432'))).toBe(true)

  const server = await start(cluster)
  expect(await ended).toEqual([0, null])
  expect(await responds(server)).toBe(true)
})

test('the number in postmaster.pid may be that of another program, which goes on', async () => {
  const cluster = await aCluster()
  const server = await start(cluster)
  const file = join(cluster.data, 'postmaster.pid')
  const [, ...lines] = readFileSync(file, 'utf8').split('\n')
  await server.stop()
  const { uid, gid } = statSync(cluster.data)
  const other = spawn('sleep', ['600'], isRoot ? { uid, gid } : {})
  onTestFinished(() => void other.kill())
  writeFileSync(file, [other.pid, ...lines].join('\n'))

  expect(await responds(await start(cluster))).toBe(true)
  expect(isRunning(Number(other.pid))).toBe(true)
})

type Cluster = ServerOptions & { folder: string }

/** In a folder that only this user may enter. */
async function aCluster(): Promise<Cluster> {
  const { path, remove } = aFolder('cluster')
  onTestFinished(remove)
  const cluster = { folder: path, data: join(path, 'data'), sockets: join(path, 'sockets') }
  for (const folder of [cluster.data, cluster.sockets]) mkdirSync(folder, { mode: 0o700 })
  await copyDatabase(cluster.data)
  return cluster
}

async function start(cluster: Cluster): Promise<PostgresServer> {
  const server = await startServer(cluster)
  onTestFinished(server.stop)
  return server
}

async function connect(server: PostgresServer): Promise<pg.Client> {
  const client = new pg.Client(server.connection(SUPERUSER))
  client.on('error', () => undefined)
  await client.connect()
  onTestFinished(() => void client.end())
  return client
}

async function responds(server: PostgresServer): Promise<boolean> {
  try {
    await (await connect(server)).query('select')
    return true
  } catch {
    return false
  }
}

function serverIn(data: string): number {
  return Number.parseInt(readFileSync(join(data, 'postmaster.pid'), 'utf8'), 10)
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
