/*
 * The shop as a hosted project has it: the roles and their time limits, ten connections, prepared statements,
 * autovacuum, and no gateway of ours in front of PostgREST. Commits wait for the disk.
 */
import { openHostedProject } from '../../hosted-postgres/hosted-project.ts'
import { startPostgrest } from '../../local-backend/postgrest.ts'
import { findPostgrest } from '../../local-backend/postgrest-binary.ts'
import { openParts } from '../../open-parts.ts'
import { apiUri } from '../../postgres/database.ts'
import { runSupabase } from '../../supabase-cli.ts'
import { type Caller, createCaller } from '../../temporary-shop/caller.ts'

export interface AttackedShop {
  send: Caller['send']
  /** Runs as the superuser, in one connection for each call. */
  sql<Row extends object>(sql: string, values?: unknown[]): Promise<Row[]>
  /** Runs the work while the transaction of a statement stays open. */
  whileOpen<Result>(sql: string, values: unknown[], work: () => Promise<Result>): Promise<Result>
  close(): Promise<void>
}

export function openAttackedShop(): Promise<AttackedShop> {
  return openParts(async (onClose) => {
    const project = await openHostedProject({ durable: true })
    onClose(project.close)
    const { code, messages } = await runSupabase(['db', 'push'], project.databaseUrl)
    if (code !== 0) throw new Error(messages)
    const { folder, connection } = project.server
    const postgrest = await startPostgrest({
      binary: findPostgrest(),
      databaseUri: apiUri(connection),
      folder: { sockets: folder, tokenSecret: 'a-secret-that-signs-nothing-in-this-bench' },
      log: console.log,
    })
    onClose(postgrest.close)
    const caller = createCaller(postgrest.endpoint)
    onClose(caller.close)
    return {
      send: caller.send,
      sql: async (sql, values) => (await project.superuser.query(sql, values)).rows,
      async whileOpen(sql, values, work) {
        const client = await project.superuser.connect()
        try {
          await client.query('begin')
          await client.query(sql, values)
          const result = await work()
          await client.query('commit')
          return result
        } finally {
          client.release()
        }
      },
    }
  })
}
