/*
 * What every request goes through, and how functions respond: with a body and an HTTP status, or with a refusal.
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

/*
 * A refusal is an error, raised at any depth. It rolls back what the function has done, except counts in
 * sequences. The function of the API that was called makes it the response by private.respond_error(), as
 * PostgREST cannot: in place of this body it would send {code, message, details, hint}, and Postgres would log
 * the order in it. What has to be saved although the request is refused, a count in a row, is saved by a function
 * that returns instead (private.find_by_phone()).
 */
-- Volatile: the planner evaluates an immutable call with constants, and would raise the error early.
create function private.refuse(
  code text, field text default null, status integer default 422, more jsonb default '{}'
) returns void
language plpgsql volatile set search_path = '' as $$
begin
  raise exception using errcode = 'SHREF', message = jsonb_build_object(
    'status', status,
    'body', jsonb_strip_nulls(jsonb_build_object('ok', false, 'code', code, 'field', field)) || more
  );
end
$$;
comment on function private.refuse(text, text, integer, jsonb) is
  'Raises a refusal: a code that the browser knows, the field it is about, the HTTP status, and more of the body.';

create function private.respond_error(state text, message text) returns jsonb
language sql volatile set search_path = '' as $$
  select case
    when state = 'SHREF' then
      private.respond((message::jsonb ->> 'status')::integer, message::jsonb -> 'body')
    -- Such an error of a security definer function shows the failing row to the caller, address included.
    -- Errors that show no row are not caught: Postgres logs them, and temporary ones are retried.
    else private.respond(422, '{"ok": false, "code": "invalid"}')
  end
$$;
comment on function private.respond_error(text, text) is
  'Responds with a refusal, of the code and message of its error; or that a request is invalid, for another error.';

create function private.check_request(p jsonb, max_bytes integer, fields text[]) returns void
language plpgsql volatile set search_path = '' as $$
declare
  unknown_field text;
begin
  -- A GET, where nothing can be counted.
  if current_setting('transaction_read_only') = 'on' then
    perform private.refuse('use_post', null, 405);
  end if;
  if jsonb_typeof(p) is distinct from 'object' then
    perform private.refuse('bad_request', null, 400);
  end if;
  if pg_column_size(p) > max_bytes then
    perform private.refuse('too_large', null, 413);
  end if;
  select left(key, 40) into unknown_field from jsonb_object_keys(p) as key
  where key <> all (fields);
  if found then
    perform private.refuse('unknown_field', unknown_field, 400);
  end if;
  -- Sixteen bytes of "1e131071" are 131,072 digits as text: a field that is a list of them takes seconds and 400 MB.
  if exists (
    select from jsonb_path_query(p, 'strict $.** ? (@.type() == "number")') as number
    where length(number::text) > 1000
  ) then
    perform private.refuse('bad_request', null, 400);
  end if;
end
$$;
comment on function private.check_request(jsonb, integer, text[]) is
  'Refuses a request that is no object, too large, has an unknown field or a number of more than 1,000 digits.';

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
