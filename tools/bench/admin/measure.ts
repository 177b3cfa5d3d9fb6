/* Times of calls, what they read by Postgres's own counters, and the table of both. */
import type { Query } from '#tools/postgres/database.ts'
import { type AdminApi, admin, type BenchBackend, type BenchCall } from './backend.ts'

export interface Timing {
  median: number
  p95: number
  bytes: number
}

/** One call, and the backend that it is sent to. */
export interface MeasuredCall {
  api: AdminApi
  call: BenchCall
}

const CALLS = 50
/** Calls that open connections and fill caches. */
const WARM_UP = 5

/**
 * Milliseconds of a whole request, and the size of its response before compression. The calls take turns,
 * so that other work on the machine slows them alike.
 */
export async function measure(calls: MeasuredCall[]): Promise<Timing[]> {
  const samples = calls.map((): { times: number[]; bytes: number; last?: string } => ({
    times: [],
    bytes: 0,
  }))
  for (let nth = 0; nth < WARM_UP + CALLS; nth++) {
    for (const [index, { api, call }] of calls.entries()) {
      const sample = samples[index]
      if (!sample) continue
      const start = performance.now()
      sample.last = await api.send(call, nth, sample.last)
      if (nth < WARM_UP) continue
      sample.times.push(performance.now() - start)
      sample.bytes = Buffer.byteLength(sample.last)
    }
  }
  return samples.map(({ times, bytes }) => {
    const sorted = times.toSorted((one, other) => one - other)
    return { median: at(sorted, 0.5), p95: at(sorted, 0.95), bytes }
  })
}

function at(sorted: number[], share: number): number {
  return sorted[Math.floor(sorted.length * share)] ?? Number.NaN
}

export interface Reading {
  /** Of orders or customers, from end to end. */
  wholeScans: number
  /** Of both tables. */
  rows: number
}

/**
 * Runs the call once as PostgREST would, and rolls it back. EXPLAIN shows no plans inside a function, but
 * Postgres counts every scan of a table.
 */
export async function readingOf({ transaction }: BenchBackend, call: BenchCall): Promise<Reading> {
  let reading: Reading | undefined
  await transaction(async (query) => {
    const before = await counters(query)
    await becomeAdmin(query)
    await run(query, call)
    await query('reset role')
    const after = await counters(query)
    reading = {
      wholeScans: after.wholeScans - before.wholeScans,
      rows: after.rows - before.rows,
    }
    throw rolledBack
  }).catch((error: unknown) => {
    if (error !== rolledBack) throw error
  })
  if (!reading) throw new Error('The transaction ended before anything was counted')
  return reading
}

/** They also count earlier transactions of the session. */
async function counters(query: Query): Promise<Reading> {
  const [counted] = await query(`
    select sum(seq_scan)::integer as whole_scans,
      sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::integer as rows
    from pg_stat_xact_user_tables where relname in ('orders', 'customers')
  `)
  return { wholeScans: Number(counted?.['whole_scans']), rows: Number(counted?.['rows']) }
}

const rolledBack = new Error('Rolled back on purpose')

async function becomeAdmin(query: Query): Promise<void> {
  const [claims] = await query(
    `select json_build_object('role', 'authenticated', 'sub', user_id, 'session_id', session.id) as claims
     from auth.sessions as session join auth.users as u on u.id = user_id
     where email = $1 order by session.created_at desc limit 1`,
    [admin.email],
  )
  await query("select set_config('request.jwt.claims', $1, true)", [
    JSON.stringify(claims?.['claims']),
  ])
  await query('set local role authenticated')
}

async function run(query: Query, { path, body }: BenchCall): Promise<void> {
  const name = path.replace('rpc/', '')
  const [[argument, value] = []] = Object.entries(body(0) as Record<string, unknown>)
  const given = argument ? `${argument} => $1` : ''
  await query(`select public.${name}(${given})`, argument ? [value] : [])
}

export interface TaskResult extends Timing, Reading {
  task: string
  /** How many times slower than with the fewest orders it may be with the most. */
  limit: number
}

/** In Markdown. The last column says what failed its limit. */
export function printTable(results: Map<number, TaskResult[]>): void {
  const sizes = [...results.keys()]
  const [fewest = []] = results.values()
  const head = [
    '',
    ...sizes.map((size) => size.toLocaleString('en')),
    'ratio',
    'bytes',
    'rows read',
  ]
  const lines = fewest.map(({ task }) => {
    const row = sizes.map((size) => results.get(size)?.find((result) => result.task === task))
    return lineOf(row.filter((result) => result !== undefined))
  })
  console.log(toMarkdown([head, head.map(() => '---'), ...lines]))
}

function lineOf(row: TaskResult[]): string[] {
  const [first, last] = [row[0], row.at(-1)]
  if (!first || !last) return []
  const ratio = last.median / first.median
  return [
    first.task,
    ...row.map(({ median, p95 }) => `${median.toFixed(1)} / ${p95.toFixed(1)}`),
    `${ratio.toFixed(1)}x of ${first.limit}x${ratio > first.limit ? ' MISSED' : ''}`,
    `${first.bytes} / ${last.bytes}`,
    `${last.rows}${last.wholeScans > 0 ? ' WHOLE TABLE' : ''}`,
  ]
}

function toMarkdown(lines: string[][]): string {
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}
