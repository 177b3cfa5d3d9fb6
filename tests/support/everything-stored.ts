/* Searches every value of every table, to prove that a text is saved nowhere. */
type RunSql = (sql: string, values?: unknown[]) => Promise<unknown[]>

/** Returns names as `schema.table.column`. Bytes are searched as hexadecimal text. */
export async function placesThatHold(text: string, sql: RunSql): Promise<string[]> {
  const columns = (await sql(`
    select format('%s.%s.%s', nspname, relname, attname) as name,
      format(
        'select 1 from %I.%I where strpos(lower(%I::text), lower($1)) > 0 limit 1',
        nspname, relname, attname
      ) as query
    from pg_attribute
    join pg_class on pg_class.oid = attrelid
    join pg_namespace on pg_namespace.oid = relnamespace
    where relkind in ('r', 'm', 'p') and attnum > 0 and not attisdropped
      and nspname not in ('pg_catalog', 'information_schema') and nspname not like 'pg_toast%'
      -- The shop's own list.
      and relname <> 'city_names'
    order by 1
  `)) as { name: string; query: string }[]
  const found: string[] = []
  for (const { name, query } of columns) {
    if ((await sql(query, [text])).length > 0) found.push(name)
  }
  return found
}
