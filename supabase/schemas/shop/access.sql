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

/*
 * Plans that are made once and used for every value. Postgres computes a pattern of a caller while it plans, for
 * its estimate, before any function of ours can refuse it: ten a second made others wait a hundred times longer.
 * Functions that need a plan for their values set force_custom_plan themselves. Roles belong to the whole server,
 * so they are changed once.
 */
do $$
declare
  api_role regrole;
begin
  for api_role in
    select oid from pg_catalog.pg_roles where rolname in ('anon', 'authenticated')
      and not coalesce(rolconfig, '{}') @> '{plan_cache_mode=force_generic_plan}'
  loop
    execute format('alter role %s set plan_cache_mode = force_generic_plan', api_role);
  end loop;
end
$$;
