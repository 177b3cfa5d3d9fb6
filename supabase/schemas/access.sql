/*
 * Deny by default. A hosted project grants every new table and function of `public` to the API roles;
 * here nothing may be called or read unless it is granted by name.
 */

alter default privileges in schema public revoke all on tables from anon, authenticated;
alter default privileges in schema public revoke all on sequences from anon, authenticated;
alter default privileges in schema public revoke execute on functions from anon, authenticated;

-- Postgres lets every role call a new function, and a revoke for one schema cannot change that.
alter default privileges revoke execute on functions from public;

-- A second API over the same tables, which nothing uses.
drop extension if exists pg_graphql;

/*
 * Tables and functions outside the API. No caller may name anything here: the functions of `public` are
 * `security definer`.
 */
create schema private;

comment on schema private is 'Tables and functions outside the API: prices, tokens, limits, the log.';
