import type { RunSql } from './run-sql.ts'

/** How many rows each table of the schemas public and private has, and a hash of them all. */
export async function readSavedTables(sql: RunSql): Promise<Record<string, unknown>> {
  const tables: Record<string, unknown> = {}
  for (const { name } of await sql(`
    select oid::regclass::text as name from pg_class
    where relkind = 'r' and relnamespace::regnamespace::text in ('public', 'private') order by 1`)) {
    const rows = await sql(`
      select count(*)::integer as rows, md5(string_agg(row::text, '; ' order by row::text)) as hash
      from ${name} as row`)
    tables[String(name)] = rows[0]
  }
  return tables
}
