import { OURS, type Rule } from './rule.ts'

const ownTables = `
  from pg_class as known
  where known.relkind in ('r', 'p') and known.relnamespace::regnamespace::text in ${OURS}`

export const tableRules: Rule[] = [
  {
    fact: '0013 every table has row level security, those outside the API as well',
    query: `select known.oid::regclass::text as breach ${ownTables} and not known.relrowsecurity`,
    breaches: [
      ['create table public.bad (id integer primary key)', 'bad'],
      ['alter table private.order_keys disable row level security', 'private.order_keys'],
      ['alter table public.orders disable row level security', 'orders'],
    ],
  },
  {
    fact: '0007 0008 every table has a policy',
    query: `
      select known.oid::regclass::text as breach ${ownTables}
        and not exists (select from pg_policy where polrelid = known.oid)`,
    breaches: [
      [
        'create table public.bad (id integer primary key); alter table public.bad enable row level security',
        'bad',
      ],
      [
        'drop policy "Nobody reads the keys of orders through the API" on private.order_keys',
        'private.order_keys',
      ],
    ],
  },
  {
    fact: '0004 every table has a primary key',
    query: `
      select known.oid::regclass::text as breach ${ownTables}
        and not exists (select from pg_index where indrelid = known.oid and indisprimary)`,
    breaches: [['create table private.bad (id integer)', 'private.bad']],
  },
  {
    fact: '0001 every foreign key has an index that begins with its columns',
    query: `
      select reference.conrelid::regclass || '.' || reference.conname as breach
      from pg_constraint as reference
      where reference.contype = 'f' and reference.connamespace::regnamespace::text in ${OURS}
        and not exists (
          select from pg_index as known
          where known.indrelid = reference.conrelid and known.indpred is null
            and (known.indkey::smallint[])[0:cardinality(reference.conkey) - 1] @> reference.conkey
        )`,
    breaches: [
      [
        'create table private.bad (id integer primary key, order_id text references public.orders (id))',
        'private.bad.bad_order_id_fkey',
      ],
      [
        `create table private.bad (id integer primary key, order_id text references public.orders (id));
         create index on private.bad (id, order_id)`,
        'private.bad.bad_order_id_fkey',
      ],
    ],
  },
  {
    fact: '0021 a reference to the accounts of the host is to their primary key',
    query: `
      select reference.conrelid::regclass || '.' || reference.conname as breach
      from pg_constraint as reference
      where reference.contype = 'f' and reference.connamespace::regnamespace::text in ${OURS}
        and reference.confrelid in (
          select oid from pg_class where relnamespace = 'auth'::regnamespace
        )
        and not exists (
          select from pg_constraint as primary_key
          where primary_key.conrelid = reference.confrelid and primary_key.contype = 'p'
            and primary_key.conkey = reference.confkey
        )`,
    breaches: [
      [
        'create table private.bad (email text primary key references auth.users (email))',
        'private.bad.bad_email_fkey',
      ],
    ],
  },
  {
    fact: '0009 no two indexes are the same',
    query: `
      select string_agg(indexrelid::regclass::text, ', ' order by indexrelid) as breach
      from pg_index join pg_class as known on known.oid = indrelid
      where known.relnamespace::regnamespace::text in ${OURS}
      group by indrelid, indkey::text, indclass::text, indoption::text, indexprs::text, indpred::text
      having count(*) > 1`,
    breaches: [['create index bad on public.orders (date desc, id desc)', 'orders_date_idx, bad']],
  },
  {
    fact: '0018 no column has a type that an upgrade of Postgres would stumble over',
    query: `
      select known.oid::regclass || '.' || attname as breach
      from pg_attribute join pg_class as known on known.oid = attrelid
      where known.relkind in ('r', 'p') and known.relnamespace::regnamespace::text in ${OURS}
        and attnum > 0 and not attisdropped and atttypid::regtype::text like 'reg%'`,
    breaches: [['create table private.bad (id regprocedure primary key)', 'private.bad.id']],
  },
  {
    fact: '0023 no column of the API holds a secret',
    query: `
      select table_name || '.' || column_name as breach from information_schema.columns
      where table_schema = 'public' and column_name ~ '(token|hash|secret|password|_key$)'
        -- Computed from the phone, which an admin reads anyway.
        and column_name <> 'phone_key'`,
    breaches: [['alter table public.orders add column token_hash bytea', 'orders.token_hash']],
  },
]
