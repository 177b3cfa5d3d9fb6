/*
 * Closed until opened. A hosted project hands every new table and function of `public` to whoever
 * holds the public key; here nothing is reachable unless a migration grants it by name.
 */
alter default privileges in schema public revoke all on tables from anon, authenticated;
alter default privileges in schema public revoke all on sequences from anon, authenticated;
alter default privileges in schema public revoke execute on functions from anon, authenticated;

-- Postgres lets everybody call a new function, and a revoke for one schema cannot take that back.
alter default privileges revoke execute on functions from public;

-- A second API over the same tables, which nobody uses, would be a second thing to watch.
drop extension if exists pg_graphql;

/*
 * What the API does not expose. Visitors may enter the schema, because the functions of `public` that
 * they call hand over to functions here; each of those is granted by name, and no table is.
 */
create schema private;
grant usage on schema private to anon, authenticated;

comment on schema private is 'Tables and functions outside the API: prices, tokens, limits, the log.';
