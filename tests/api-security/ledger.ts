/*
 * Every row of every table, whatever the schema: what a case changed is what the ledger before and
 * after does not share, and it is all put back before the next one.
 */
import type { Query } from '#tools/local-backend/database.ts'
import type { LocalBackend } from '#tools/local-backend/local-backend.ts'
import { forgetCounts } from '../support/limits.ts'

export interface Change {
  table: string
  row: string
  what: 'gone' | 'new'
}

export interface Ledger {
  /** What differs from the moment the ledger was opened. */
  changes(): Promise<Change[]>
  /** Undoes these, or whatever there is. */
  putBack(changed?: Change[]): Promise<void>
}

export async function openLedger(transaction: LocalBackend['transaction']): Promise<Ledger> {
  const tables = await transaction(keepCopies)
  const reading = tables
    .map(({ name }) => `select '${name}' as name, row::text as row from ${name} as row`)
    .join(' union all ')
  const before = await rows()

  async function rows(): Promise<string[]> {
    const found = await transaction((query) => query(reading))
    return found.map(({ name, row }) => `${name} ${row}`)
  }

  async function changes(): Promise<Change[]> {
    const after = await rows()
    return [...without(before, after, 'gone'), ...without(after, before, 'new')]
  }

  return {
    changes,

    async putBack(known) {
      await transaction(forgetCounts)
      const changed = known ?? (await changes())
      if (changed.length === 0) return
      await transaction(async (query) => {
        // Neither triggers nor references: the rows are put back as they lay.
        await query("set local session_replication_role = 'replica'")
        for (const { name, columns } of tables) {
          if (!changed.some(({ table }) => table === name)) continue
          await query(`delete from ${name}`)
          await query(
            `insert into ${name} (${columns}) overriding system value
             select ${columns} from ${keptOf(name)}`,
          )
        }
      })
    },
  }
}

interface Table {
  name: string
  /** Those that are written, not worked out. */
  columns: string
}

async function keepCopies(query: Query): Promise<Table[]> {
  const found = await query(`
    select
      format('%I.%I', table_schema, table_name) as name,
      string_agg(quote_ident(column_name), ', ') filter (where is_generated = 'NEVER') as columns
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema in ('public', 'private', 'auth', 'local') and table_type = 'BASE TABLE'
    group by 1
  `)
  const tables = found.map(({ name, columns }) => ({
    name: String(name),
    columns: String(columns),
  }))
  await query('create schema kept')
  for (const { name } of tables) await query(`create table ${keptOf(name)} as table ${name}`)
  return tables
}

function keptOf(table: string): string {
  return `kept."${table.replaceAll('"', '')}"`
}

function without(rows: string[], others: string[], what: Change['what']): Change[] {
  const left = new Map<string, number>()
  for (const row of others) left.set(row, (left.get(row) ?? 0) + 1)
  return rows
    .filter((row) => {
      const count = left.get(row) ?? 0
      left.set(row, count - 1)
      return count <= 0
    })
    .map((row) => {
      const [table = ''] = row.split(' ', 1)
      return { table, row: row.slice(table.length + 1), what }
    })
}
