/* What holds of the stages of orders, whatever was done with them: asked of the API, not of the view. */
import type { Row } from './database.ts'
import type { RunSql } from './run-sql.ts'

export type CallAsAdmin = (name: string, values: Row) => Promise<Row>

const ALL = [
  'to_confirm waiting later held to_pack needs_number to_ship to_tell on_the_way not_delivered coming_back came_back',
  'delivered paid cancelled replaced joined',
].flatMap((names) => names.split(' '))

export interface ShownStages {
  /** As `admin_stages` counts them. */
  counts: Row
  /** The ids that the list shows of each stage. */
  lists: Record<string, string[]>
  /** The stage of each order, as the list without a filter shows it. */
  stages: Record<string, string>
  /** What a courier's sheet takes without a question. */
  packed: string[]
}

/** Pages of the list, with at most 7 rows each. */
async function listOf(call: CallAsAdmin, filter: Row | undefined): Promise<Row[]> {
  const isQueue = filter !== undefined && ALL.indexOf(String(filter['stage'])) < 12
  const rows: Row[] = []
  let paging: Row = {}
  for (;;) {
    const body = await call('admin_orders', { p: { filter, limit: 7, ...paging } })
    rows.push(...(body['orders'] as Row[]))
    const next = isQueue ? 'newer' : 'older'
    if (!body[next]) return rows
    paging = { [next]: body[next] }
  }
}

/** The batch is taken back by a savepoint. */
export async function shownStages(sql: RunSql, call: CallAsAdmin): Promise<ShownStages> {
  const { stages: counts } = (await call('admin_stages', {})) as { stages: Row }
  const lists: Record<string, string[]> = {}
  for (const stage of ALL) {
    const rows = await listOf(call, { stage })
    if (rows.length > 0) lists[stage] = rows.map(({ id }) => String(id)).sort()
  }
  const all = await listOf(call, undefined)
  const ids = all.map(({ id }) => id)
  await sql('savepoint packed')
  const rows = [{ id: '', courier: 'tcs', ids }]
  const packed = await call('admin_act', {
    p: { request: crypto.randomUUID(), act: 'batch', rows },
  })
  await sql('rollback to savepoint packed; release savepoint packed')
  const [result] = packed['results'] as Row[]
  return {
    counts,
    lists,
    stages: Object.fromEntries(all.map(({ id, stage }) => [String(id), String(stage)])),
    packed: ((result?.['exported'] ?? []) as string[]).toSorted(),
  }
}

/** The same, from the stage of each order alone. */
export function expectedStages({ stages, counts: _ }: ShownStages): ShownStages {
  const lists: Record<string, string[]> = {}
  for (const id of Object.keys(stages).sort()) {
    const stage = stages[id] ?? ''
    lists[stage] = [...(lists[stage] ?? []), id]
  }
  return {
    counts: Object.fromEntries(Object.entries(lists).map(([stage, ids]) => [stage, ids.length])),
    lists,
    stages,
    packed: lists['to_pack'] ?? [],
  }
}
