/* What a database holds, in figures that two databases are compared by. */
import type { Query } from '../postgres/database.ts'
import { findTables, type Table } from './tables.ts'

export interface Contents {
  tables: TableContents[]
  orders: number
  /** The sum of the orders' totals, as Postgres prints it. */
  rupees: string
}

interface TableContents extends Pick<Table, 'table' | 'columns' | 'types'> {
  rows: number
  /** The same for the same rows, whatever their order on the disk. */
  checksum: string
}

/** In a transaction. @param like Another database's contents: the same tables and columns are read. */
export async function readContents(query: Query, like?: Contents): Promise<Contents> {
  // Moments are written in the time zone of the session.
  await query("set local timezone = 'UTC'")
  const tables: TableContents[] = []
  for (const { table, columns, types } of like?.tables ?? (await findTables(query))) {
    const [found] = await query(`
      select count(*)::integer as rows,
        coalesce(sum(hashtextextended(row_to_json(saved)::text, 0)::numeric), 0)::text as checksum
      from (select ${columns.join(', ')} from ${table}) as saved`)
    tables.push({ table, columns, types, ...(found as { rows: number; checksum: string }) })
  }
  const [sums] = await query(
    'select count(*)::integer as orders, coalesce(sum(total), 0)::text as rupees from public.orders',
  )
  return { tables, ...(sums as { orders: number; rupees: string }) }
}

export function countRows({ tables }: Contents): number {
  return tables.reduce((sum, { rows }) => sum + rows, 0)
}

/** A sentence for each table that is not the same. */
export function differences(saved: Contents, restored: Contents): string[] {
  return saved.tables.flatMap(({ table, rows, checksum }) => {
    const found = restored.tables.find((other) => other.table === table)
    if (found?.rows !== rows) return [`${table} has ${found?.rows ?? 0} rows instead of ${rows}.`]
    return found.checksum === checksum ? [] : [`${table} has other values.`]
  })
}
