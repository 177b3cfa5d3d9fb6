/* All rows of all tables before a case: finds what the case changed, and restores it. */

import type { Database, Query } from '#tools/postgres/database.ts'
import { forgetCounts } from './limits.ts'

export interface Change {
  table: string
  row: string
  kind: 'removed' | 'added'
}

export interface TableSnapshot {
  /** Rows that differ from the snapshot. */
  changes(): Promise<Change[]>
  /** Restores the tables of these changes, or of all changes. */
  restore(changed?: Change[]): Promise<void>
}

export async function snapshotTables(transaction: Database['transaction']): Promise<TableSnapshot> {
  const tables = await transaction(copyTables)
  const before = await rows()

  async function rows(): Promise<string[]> {
    const result = await transaction((query) => query('select snapshot.rows() as row'))
    return result.map(({ row }) => String(row))
  }

  async function changes(): Promise<Change[]> {
    const after = await rows()
    return [...missingRows(before, after, 'removed'), ...missingRows(after, before, 'added')]
  }

  return {
    changes,

    async restore(known) {
      await transaction(forgetCounts)
      const changed = known ?? (await changes())
      if (changed.length === 0) return
      await transaction(async (query) => {
        // Without triggers and foreign keys, so that the rows are restored unchanged.
        await query("set local session_replication_role = 'replica'")
        for (const { name, columns } of tables) {
          if (!changed.some(({ table }) => table === name)) continue
          await query(`delete from ${name}`)
          await query(
            `insert into ${name} (${columns}) overriding system value
             select ${columns} from ${copyOf(name)}`,
          )
        }
      })
    },
  }
}

interface Table {
  name: string
  /** All but generated columns. */
  columns: string
}

async function copyTables(query: Query): Promise<Table[]> {
  const columns = await query(`
    select
      format('%I.%I', table_schema, table_name) as name,
      string_agg(quote_ident(column_name), ', ') filter (where is_generated = 'NEVER') as columns
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema in ('public', 'private', 'auth', 'local') and table_type = 'BASE TABLE'
    group by 1
  `)
  const tables = columns.map(({ name, columns }) => ({
    name: String(name),
    columns: String(columns),
  }))
  await query('create schema snapshot')
  for (const { name } of tables) await query(`create table ${copyOf(name)} as table ${name}`)
  const readAll = tables.map(({ name }) => `select '${name} ' || row::text from ${name} as row`)
  // In plpgsql, which keeps the plan of each connection.
  await query(`
    create function snapshot.rows() returns setof text language plpgsql as $$
    begin
      return query ${readAll.join(' union all ')};
    end
    $$`)
  return tables
}

function copyOf(table: string): string {
  return `snapshot."${table.replaceAll('"', '')}"`
}

/** Rows of the first list that the second one lacks; equal rows count one by one. */
function missingRows(rows: string[], others: string[], kind: Change['kind']): Change[] {
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
      return { table, row: row.slice(table.length + 1), kind }
    })
}
