/*
 * What every request goes through, and how functions respond: with the HTTP status that they set, or with
 * the code of a refusal.
 */

create function private.respond(status integer, body jsonb) returns jsonb
language plpgsql volatile set search_path = '' as $$
begin
  perform set_config('response.status', status::text, true);
  perform set_config('response.headers', '[{"Cache-Control": "no-store"}]', true);
  return body;
end
$$;
comment on function private.respond(integer, jsonb) is
  'Returns the body and sets the HTTP status, for PostgREST. No response is cached.';

create function private.respond_refusal(status integer, code text, field text default null)
returns jsonb
language sql volatile set search_path = '' as $$
  select private.respond(
    status,
    jsonb_strip_nulls(jsonb_build_object('ok', false, 'code', code, 'field', field))
  )
$$;
comment on function private.respond_refusal(integer, text, text) is
  'Responds with the code of a refusal. Not an error, so that the function decides the HTTP status.';

-- Volatile: the planner evaluates an immutable call with constants, and would raise the error early.
create function private.refuse(code text, field text default null) returns void
language plpgsql volatile set search_path = '' as $$
begin
  raise exception using errcode = 'SH422', message = code, detail = coalesce(field, '');
end
$$;
comment on function private.refuse(text, text) is
  'Raises an error with a code that the browser knows, and the field it is about.';

create function private.is_read_only() returns boolean
language sql stable set search_path = '' as $$
  select current_setting('transaction_read_only') = 'on'
$$;
comment on function private.is_read_only() is
  'Whether the request came by GET, where nothing can be counted.';

create function private.check_request(p jsonb, max_bytes integer, fields text[]) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  unknown_field text;
begin
  if private.is_read_only() then
    return private.respond_refusal(405, 'use_post');
  end if;
  if jsonb_typeof(p) is distinct from 'object' then
    return private.respond_refusal(400, 'bad_request');
  end if;
  if pg_column_size(p) > max_bytes then
    return private.respond_refusal(413, 'too_large');
  end if;
  select left(key, 40) into unknown_field from jsonb_object_keys(p) as key
  where key <> all (fields);
  if found then
    return private.respond_refusal(400, 'unknown_field', unknown_field);
  end if;
  return null;
end
$$;
comment on function private.check_request(jsonb, integer, text[]) is
  'Refuses a request that is no object, too large or has an unknown field. Otherwise returns null.';

create function private.require_plain_call() returns void
language plpgsql stable set search_path = '' as $$
declare
  -- A caller chooses names and texts.
  query constant text := regexp_replace(current_query(), $names$"[^"]*"|'[^']*'$names$, '', 'g');
begin
  -- What PostgREST does with the result of the function: a plain call selects all columns of the row.
  if substring(query from '.*FROM \(SELECT (.*)\) _postgrest_t')
    ~ '\m(CAST|WHERE|ORDER BY)\M|->' then
    raise exception using errcode = 'PT400', message = 'not_a_plain_call';
  end if;
end
$$;
comment on function private.require_plain_call() is
  'Refuses a request whose query string filters, casts or orders what the function returns. PostgREST does
that in the transaction of the function, with its locks, and a failing cast rolls a count back.';
