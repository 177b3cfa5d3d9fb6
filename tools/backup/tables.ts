/* The rows of a shop's database, as JSON texts that Postgres itself writes and reads. */

import type { Query } from '../postgres/database.ts'
import { UserError } from '../user-error.ts'
import type { Entry, TableColumns } from './backup-file.ts'

/** Of Supabase Auth only users are saved, referenced tables first. Sessions end with a restore. */
const AUTH_TABLES = ['auth.users', 'auth.identities']

/** The header of the backup has the migrations. */
const NOT_SAVED = ['local.applied_migrations']

const ROWS_AT_ONCE = 500

export interface Table extends TableColumns {
  types: string[]
  /** Whether it is the shop's own: tables of Supabase Auth belong to another role. */
  isOwn: boolean
  /** Columns that a row cannot be without: not null, and without a default. */
  required: string[]
}

/** From here to the end of the transaction all queries see the same rows. Its first statement. */
export async function takeSnapshot(query: Query): Promise<void> {
  await query('set transaction isolation level repeatable read, read only')
}

/** Every table with its rows, as they lie on the disk. */
export async function* readTables(query: Query): AsyncGenerator<Entry> {
  for (const { table, columns } of await findTables(query)) {
    yield { table, columns }
    await query(`declare saved cursor for
      select row_to_json(saved)::text as row from (select ${columns.join(', ')} from ${table}) as saved`)
    for (;;) {
      const rows = await query(`fetch ${ROWS_AT_ONCE} from saved`)
      for (const { row } of rows) yield { row: String(row) }
      if (rows.length < ROWS_AT_ONCE) break
    }
    await query('close saved')
  }
}

/** Replaces what migrations put into the tables. Triggers do not run: their results are saved too. */
export async function loadTables(query: Query, entries: AsyncIterable<Entry>): Promise<void> {
  const tables = await findTables(query)
  const own = tables.filter(({ isOwn }) => isOwn).map(({ table }) => table)
  for (const table of own) await query(`alter table ${table} disable trigger user`)
  await query(`truncate ${own.join(', ')}`)
  await checkKeysAtEnd(query, () => insertAll(query, tables, entries))
  // Of a backup of a former version, which has none.
  await query(
    "update public.orders as o set search_text = private.order_search_text(o) where search_text = ''",
  )
  for (const table of own) await query(`alter table ${table} enable trigger user`)
  await continueNumbers(query)
  // Without statistics Postgres chooses slow plans, until it analyzes the tables by itself.
  await query(`analyze ${own.join(', ')}`)
}

/**
 * Rows may come before those that they refer to, be it in their own table or in another one. Throws if one of those
 * never came. The foreign keys are then as they were.
 */
async function checkKeysAtEnd(query: Query, work: () => Promise<void>): Promise<void> {
  const keys = await query(`
    select format('alter table %s alter constraint %I', conrelid::regclass, conname) as alter,
      concat_ws(' ', case when not condeferrable then 'not' end, 'deferrable initially',
        case when condeferred then 'deferred' else 'immediate' end) as before
    from pg_constraint
    where contype = 'f' and connamespace::regnamespace::text in ('public', 'private', 'local')`)
  for (const { alter } of keys) await query(`${alter} deferrable initially deferred`)
  await work()
  await query('set constraints all immediate')
  for (const { alter, before } of keys) await query(`${alter} ${before}`)
}

async function insertAll(
  query: Query,
  tables: Table[],
  entries: AsyncIterable<Entry>,
): Promise<void> {
  let target: TableColumns | undefined
  let rows: string[] = []
  const insert = async () => {
    if (target && rows.length > 0) await insertRows(query, target, rows)
    rows = []
  }
  for await (const entry of entries) {
    if ('row' in entry) rows.push(entry.row)
    if ('table' in entry || rows.length === ROWS_AT_ONCE) await insert()
    if ('table' in entry) target = known(tables, entry)
  }
  await insert()
}

async function insertRows(
  query: Query,
  { table, columns }: TableColumns,
  rows: string[],
): Promise<void> {
  const names = columns.join(', ')
  await query(
    `insert into ${table} (${names}) overriding system value
     select ${names} from json_populate_recordset(null::${table}, $1::json)`,
    [`[${rows.join(',')}]`],
  )
}

function known(tables: Table[], { table, columns }: TableColumns): TableColumns {
  const here = tables.find((candidate) => candidate.table === table)
  const missing = here ? columns.filter((column) => !here.columns.includes(column)) : [table]
  const added = here ? here.required.filter((column) => !columns.includes(column)) : []
  if (added.length > 0) {
    throw new UserError(
      `The backup has no ${table}.${added.join(', ')}, which this database has: restore it with the version of the shop that made it.`,
    )
  }
  if (missing.length === 0) return { table, columns }
  throw new UserError(
    `This database has no ${here ? `${table}.` : ''}${missing.join(', ')}, which the backup has: restore it with the version of the shop that made it.`,
  )
}

export async function findTables(query: Query): Promise<Table[]> {
  const rows = await query(
    `select name as table, schema <> 'auth' as "isOwn",
       array(
         select quote_ident(attname) from pg_attribute
         where attrelid = class.oid and attnum > 0 and not attisdropped and attgenerated = ''
         order by attnum
       ) as columns,
       array(
         select format_type(atttypid, atttypmod) from pg_attribute
         where attrelid = class.oid and attnum > 0 and not attisdropped and attgenerated = ''
         order by attnum
       ) as types,
       array(
         select quote_ident(attname) from pg_attribute
         where attrelid = class.oid and attnum > 0 and attnotnull and not atthasdef and attidentity = ''
       ) as required
     from pg_class as class,
       lateral (select class.relnamespace::regnamespace::text as schema) as namespace,
       lateral (select format('%s.%I', schema, class.relname) as name) as named
     where class.relkind = 'r' and name <> all ($1)
       and (schema in ('public', 'private', 'local') or name = any ($2))
     order by array_position($2, name), name`,
    [NOT_SAVED, AUTH_TABLES],
  )
  return rows as unknown as Table[]
}

/** Identity columns go on after the highest number. */
async function continueNumbers(query: Query): Promise<void> {
  const columns = await query(`
    select attrelid::regclass::text as table, quote_ident(attname) as column,
      pg_get_serial_sequence(attrelid::regclass::text, attname) as sequence
    from pg_attribute join pg_class on pg_class.oid = attrelid
    where attidentity <> '' and relnamespace::regnamespace::text in ('public', 'private', 'local')
  `)
  for (const { table, column, sequence } of columns) {
    await query(
      `select setval($1, coalesce(max(${column}), 1), max(${column}) is not null) from ${table}`,
      [sequence],
    )
  }
}
