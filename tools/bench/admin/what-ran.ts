/*
 * What a call reads, from Postgres's own counters: the plans inside a function are shown by no EXPLAIN
 * of the call, but every scan of a table is counted.
 */
import type { Query } from '#tools/local-backend/database.ts'
import { type BenchStore, owner } from '../backend.ts'
import type { Call } from './admin-api.ts'

export interface Reading {
  /** Of orders or customers, from end to end. */
  wholeScans: number
  /** Of both tables. */
  rows: number
}

/** Runs the call as PostgREST would, once, and takes it back. */
export async function readingOf({ transaction }: BenchStore, call: Call): Promise<Reading> {
  let reading: Reading | undefined
  await transaction(async (query) => {
    const before = await counters(query)
    await becomeOwner(query)
    await run(query, call)
    await query('reset role')
    const after = await counters(query)
    reading = {
      wholeScans: after.wholeScans - before.wholeScans,
      rows: after.rows - before.rows,
    }
    throw takenBack
  }).catch((error: unknown) => {
    if (error !== takenBack) throw error
  })
  if (!reading) throw new Error('The transaction ended before anything was counted')
  return reading
}

/** They hold what earlier transactions of the session read, too. */
async function counters(query: Query): Promise<Reading> {
  const [counted] = await query(`
    select sum(seq_scan)::integer as whole_scans,
      sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::integer as rows
    from pg_stat_xact_user_tables where relname in ('orders', 'customers')
  `)
  return { wholeScans: Number(counted?.['whole_scans']), rows: Number(counted?.['rows']) }
}

const takenBack = new Error('Only looked')

async function becomeOwner(query: Query): Promise<void> {
  const [claims] = await query(
    `select json_build_object('role', 'authenticated', 'sub', user_id, 'session_id', session.id) as claims
     from auth.sessions as session join auth.users as person on person.id = user_id
     where email = $1 order by session.created_at desc limit 1`,
    [owner.email],
  )
  await query("select set_config('request.jwt.claims', $1, true)", [
    JSON.stringify(claims?.['claims']),
  ])
  await query('set local role authenticated')
}

async function run(query: Query, { path, body }: Call): Promise<void> {
  const [, name, id] = /^(?:rpc\/(\w+)|orders\?id=eq\.(\w+))$/.exec(path) ?? []
  if (id) {
    const { status } = body(0) as { status: string }
    await query('update public.orders set status = $2 where id = $1', [id, status])
    return
  }
  const [[argument, value] = []] = Object.entries(body(0) as Record<string, unknown>)
  const given = argument ? `${argument} => $1` : ''
  await query(`select public.${name}(${given})`, argument ? [value] : [])
}
