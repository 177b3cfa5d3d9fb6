/*
 * `npm run test:failover`: the shop on more than one machine, as docs/publishing.md ("When one machine isn't
 * enough") describes it: two PostgREST before a pooler, a database with a synchronous replica. Customers order, the
 * database is killed, the replica takes its place, and no order that was acknowledged may be missing. PgBouncer and
 * pg_basebackup are Debian's.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { aNewOrder } from '#tests/support/order-factories.ts'
import { findFreePort } from '../free-port.ts'
import { startPostgrest } from '../local-backend/postgrest.ts'
import { findPostgrest } from '../local-backend/postgrest-binary.ts'
import { openParts } from '../open-parts.ts'
import { SUPERUSER } from '../postgres/cluster.ts'
import { apiUri, inTransaction, superuserPool } from '../postgres/database.ts'
import { migrate } from '../postgres/migrations.ts'
import { type PostgresServer, startServer } from '../postgres/server.ts'
import { type Caller, createCaller } from '../temporary-shop/caller.ts'
import { startPooler } from './pooler.ts'

const CLIENTS = 16
/** Before the database is killed, and again afterwards. */
const ORDERS = 300
const POOLER = '/usr/sbin/pgbouncer'
const DEBIAN_POSTGRES = '/usr/lib/postgresql'

const programs = debianPostgres()
if (programs && existsSync(POOLER)) {
  // The server and the copy of it are of one version.
  process.env['POSTGRES_BIN_DIR'] = programs
  process.exitCode = await run(programs)
} else {
  console.log(
    'Skipped: this needs PgBouncer and pg_basebackup of Debian (apt-get install postgresql pgbouncer).',
  )
}

function debianPostgres(): string | undefined {
  if (!existsSync(DEBIAN_POSTGRES)) return undefined
  return readdirSync(DEBIAN_POSTGRES)
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => join(DEBIAN_POSTGRES, version, 'bin'))
    .find((folder) => existsSync(join(folder, 'pg_basebackup')))
}

async function run(programs: string): Promise<number> {
  const root = mkdtempSync(join(tmpdir(), 'zulf-failover-'))
  try {
    const { code, close } = await openParts(async (onClose) => {
      const primary = await serverIn(join(root, 'primary'))
      onClose(primary.stop)
      const pool = superuserPool(primary)
      onClose(() => pool.end())
      await migrate({ transaction: (work) => inTransaction(pool, work) })

      const replica = await serverIn(join(root, 'replica'), (data) =>
        copyOf(programs, primary, data),
      )
      onClose(replica.stop)
      await pool.query("alter system set synchronous_standby_names = '*'")
      await pool.query('select pg_reload_conf()')
      await until(async () => {
        const { rows } = await pool.query(
          "select from pg_stat_replication where sync_state = 'sync'",
        )
        return rows.length === 1
      })

      const folder = { data: join(root, 'pooler'), sockets: join(root, 'pooler') }
      mkdirSync(folder.data)
      const pooler = startPooler(POOLER, folder, await findFreePort(), primary)
      onClose(pooler.child.stop)
      const callers: Caller[] = []
      for (const name of ['one', 'two']) {
        const sockets = join(root, name)
        mkdirSync(sockets)
        const api = await startPostgrest({
          binary: findPostgrest(),
          databaseUri: apiUri(pooler.connection),
          folder: { sockets, tokenSecret: 'x'.repeat(48) },
          // A pooler in transaction mode gives each transaction another connection.
          settings: { PGRST_DB_PREPARED_STATEMENTS: 'false', PGRST_DB_CHANNEL_ENABLED: 'false' },
          log: () => undefined,
        })
        onClose(api.close)
        const caller = createCaller(api.endpoint)
        onClose(caller.close)
        callers.push(caller)
      }

      const customers = order(callers)
      await until(() => customers.acknowledged.length >= ORDERS)
      const killed = performance.now()
      process.kill(
        Number(readFileSync(join(root, 'primary/data/postmaster.pid'), 'utf8').split('\n')[0]),
        'SIGKILL',
      )
      const before = customers.acknowledged.length
      const left = superuserPool(replica)
      onClose(() => left.end())
      await left.query('select pg_promote()')
      pooler.turnTo(replica)
      await until(() => customers.acknowledged.length > before + CLIENTS)
      const gap = performance.now() - killed
      await until(() => customers.acknowledged.length >= before + ORDERS)
      await customers.stop()
      return { code: await report(left, customers.acknowledged, gap) }
    })
    await close()
    return code
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

async function serverIn(
  folder: string,
  fill = (_data: string): void => {},
): Promise<PostgresServer> {
  const data = join(folder, 'data')
  mkdirSync(data, { recursive: true, mode: 0o700 })
  fill(data)
  const port = await findFreePort()
  // Not started again when it ends: the folder goes with it.
  return startServer({ data, sockets: folder, port, durable: true, temporaryFolder: folder })
}

function copyOf(programs: string, primary: PostgresServer, data: string): void {
  const { host, port } = primary.connection(SUPERUSER)
  const args = ['-h', host, '-p', String(port), '-U', SUPERUSER, '-D', data, '-R', '-c', 'fast']
  const { status, stderr } = spawnSync(join(programs, 'pg_basebackup'), args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`pg_basebackup: ${stderr}`)
}

/** Customers who order one after the other, and send an order again until it is acknowledged. */
function order(callers: readonly Caller[]) {
  const acknowledged: string[] = []
  let isOver = false
  const customer = async (nth: number) => {
    while (!isOver) {
      const p = aNewOrder()
      for (let tries = nth; ; tries += 1) {
        const caller = callers[tries % callers.length]
        const response = await caller
          ?.send({ path: '/rpc/place_order', body: { p }, from: `203.0.113.${nth}` })
          .catch(() => undefined)
        if (response?.status === 201 || response?.status === 200) break
        await pause(100)
      }
      acknowledged.push(p.id)
    }
  }
  const done = Promise.all(Array.from({ length: CLIENTS }, (_, nth) => customer(nth)))
  return {
    acknowledged,
    stop() {
      isOver = true
      return done
    },
  }
}

async function report(pool: pg.Pool, acknowledged: string[], gap: number): Promise<number> {
  const { rows } = await pool.query<{ missing: number; orders: number; counted: number }>(
    `select
       (select count(*) from unnest($1::text[]) as given (id)
        where not exists (select from public.orders as o where o.id = given.id))::integer as missing,
       (select count(*) from public.orders)::integer as orders,
       (select sum(orders) from private.status_totals)::integer as counted`,
    [acknowledged],
  )
  const { missing = -1, orders = -1, counted = -1 } = rows[0] ?? {}
  console.log(`Acknowledged ${acknowledged.length} orders, ${missing} missing.`)
  console.log(`The replica has ${orders} orders, and its totals count ${counted}.`)
  console.log(`${(gap / 1000).toFixed(1)} s from the kill until orders came again.`)
  return missing === 0 && orders === acknowledged.length && counted === orders ? 0 : 1
}

async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 180_000
  while (!(await isTrue())) {
    if (performance.now() > deadline) throw new Error('It did not happen in three minutes.')
    await pause(50)
  }
}
