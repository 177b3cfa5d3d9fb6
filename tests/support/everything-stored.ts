/* Searches every value of every table, to prove that a text is saved nowhere. */
import type { RunSql } from './run-sql.ts'

/** Returns names as `schema.table.column`. Bytes are searched as hexadecimal text. */
export async function placesThatHold(text: string, sql: RunSql): Promise<string[]> {
  const [found] = await placesOfEach([text], sql)
  return found?.places ?? []
}

/** As placesThatHold(), for several texts in their order. One statement: one for each column and text takes long to plan. */
export async function placesOfEach(
  texts: string[],
  sql: RunSql,
): Promise<{ text: string; places: string[] }[]> {
  const columns = await sql(`
    select format(
      'select %L as name, nth from texts
       where exists (select from %I.%I where strpos(lower(%I::text), lower(text)) > 0)',
      format('%s.%s.%s', nspname, relname, attname), nspname, relname, attname
    ) as query
    from pg_attribute
    join pg_class on pg_class.oid = attrelid
    join pg_namespace on pg_namespace.oid = relnamespace
    where relkind in ('r', 'm', 'p') and attnum > 0 and not attisdropped
      and nspname not in ('pg_catalog', 'information_schema') and nspname not like 'pg_toast%'
      -- The shop's own list.
      and relname <> 'city_names'
  `)
  const found = await sql(
    `with texts as (select text, nth from unnest($1::text[]) with ordinality as texts (text, nth))
     select (nth - 1)::integer as nth, name
     from (${columns.map(({ query }) => query).join(' union all ')}) as places
     order by name`,
    [texts],
  )
  return texts.map((text, nth) => ({
    text,
    places: found.filter((place) => place['nth'] === nth).map(({ name }) => String(name)),
  }))
}
