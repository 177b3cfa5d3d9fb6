/*
 * A search looks up its matches by one query a list, undoing attempts deletes them by one statement, and the run counts no
 * chats: the texts of messages come with their count.
 */

create or replace function private.due_at(last_act text, last_at timestamptz, hours int4range) returns timestamptz
language plpgsql immutable set search_path = '' as $$
declare
  zone constant text := 'Asia/Karachi';
  due timestamp;
begin
  -- Messages are sent at any hour.
  if last_act = 'asked' then
    return last_at + private.reply_time();
  end if;
  due := (case last_act
    when 'no_answer' then last_at + interval '2 hours'
    when 'later' then last_at + interval '3 hours'
    when 'tomorrow' then last_at + interval '1 day'
  end) at time zone zone;
  if last_act <> 'tomorrow' and extract(hour from due) >= upper(hours) then
    due := date_trunc('day', due) + interval '1 day';
  end if;
  if last_act = 'tomorrow' or extract(hour from due) < lower(hours) then
    due := date_trunc('day', due) + lower(hours) * interval '1 hour';
  end if;
  return due at time zone zone;
end
$$;

comment on function private.due_at(text, timestamptz, int4range) is
  'When an order is to be tried again after its last attempt, within these hours of Karachi; null where nothing postponed it.';

create or replace function private.undo_attempts(before jsonb) returns jsonb[]
language plpgsql volatile set search_path = '' as $$
declare
  results jsonb[];
begin
  with made as (
    select key as id, (value ->> 'attempt')::uuid as attempt, case
      when o.id is null then 'not_found'
      when private.is_booked(o) then 'booked'
      when o.version <> (value ->> 'version')::integer or (value ->> 'attempt')::uuid is distinct from (
        select id from private.confirmation_attempts where order_id = key order by at desc, id desc limit 1
      ) then 'stale'
    end as why
    from jsonb_each(before) left join public.orders as o on o.id = key
  ),
  undone as (
    delete from private.confirmation_attempts where id in (select attempt from made where why is null)
  )
  select array_agg(jsonb_strip_nulls(jsonb_build_object('id', id, 'ok', why is null, 'code', why)) order by id)
  into results from made;
  return results;
end
$$;

comment on function private.undo_attempts(jsonb) is
  'Deletes the attempts of an act, of orders that were neither booked, closed nor changed since and have no newer attempt.
A message that was sent stays noted.';

-- Security definer: leases cannot be read through the API.
create or replace function public.admin_next_order(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  hours int4range;
  next_id text;
  remaining jsonb;
begin
  perform private.require_admin();
  perform private.check_request(p, 16384, array['device', 'from', 'until', 'skip', 'first']);
  if coalesce(p ->> 'device', '') !~ '^[A-Za-z0-9_-]{8,64}$' then
    perform private.refuse('bad_field', 'device');
  end if;
  if coalesce(jsonb_typeof(p -> 'skip'), 'array') <> 'array' then
    perform private.refuse('bad_field', 'skip');
  end if;
  hours := int4range((p ->> 'from')::integer, (p ->> 'until')::integer);
  if lower(hours) is null or upper(hours) is null or hours <@ int4range(0, 25) is not true then
    perform private.refuse('bad_field', 'from');
  end if;
  -- One device after the other, for the moment of choosing.
  perform pg_advisory_xact_lock(hashtextextended('run', 0));
  delete from private.order_leases
  where ends_at < now() or (device = p ->> 'device' and coalesce(p -> 'skip', '[]') ? order_id);
  with run as materialized (
    select listed.*, lease.device, lease.device <> p ->> 'device' is true as is_elsewhere
    from private.orders_of_run(hours) as listed
    left join private.order_leases as lease on lease.order_id = listed.id
  ),
  chosen as (
    select id from run
    where is_due and not is_elsewhere and not coalesce(p -> 'skip', '[]') ? id
    order by (id = p ->> 'first') is true desc, device is null, is_first desc, total >= 5000 desc, date, id
    limit 1
  )
  select
    (select id from chosen),
    jsonb_build_object(
      'due', count(*) filter (where is_due),
      'elsewhere', count(*) filter (where is_due and is_elsewhere),
      'waiting', count(*) filter (where is_waiting),
      'postponed', count(*) filter (where not is_due and not is_waiting)
    )
  into next_id, remaining
  from run;
  if next_id is not null then
    insert into private.order_leases (order_id, device, ends_at)
    values (next_id, p ->> 'device', now() + interval '15 minutes')
    on conflict (order_id) do update set ends_at = excluded.ends_at;
  end if;
  return private.respond(200, jsonb_build_object('ok', true, 'id', next_id, 'left', remaining));
exception
  when sqlstate 'SHREF' or data_exception then
    return private.respond_error(sqlstate, sqlerrm);
end
$$;

grant execute on function public.admin_next_order(jsonb) to authenticated;

comment on function public.admin_next_order(jsonb) is
  'Leases the most urgent order to a device for 15 minutes: {device, from, until, skip?, first?}, with the hours of
calls, ids that the device passed over, and one that comes first. Responds with its id or null, how many are due, are due
on another device, wait for a reply and are postponed. Orders that are marked or were changed by their customers come first, then those of 5,000 rupees and more, then the
oldest. For admins.';

create or replace function private.look_up_in_list(
  search private.list_search, start private.list_cursor, newer boolean, max_rows integer
) returns setof private.list_cursor
language plpgsql stable
set search_path = '' set enable_seqscan = off set plan_cache_mode = force_custom_plan as $$
declare
  first_pattern constant text := search.patterns[1];
  matches private.list_cursor[];
begin
  -- All matches first, or Postgres might scan the list instead, in the hope of an early match.
  if search.list = 'orders' then
    matches := array(
      select row(date, id)::private.list_cursor from public.orders
      where case when search.ngrams is null then search_text ~ first_pattern
          else private.short_ngrams(search_text) @> search.ngrams end
        and search_text ~ all (search.patterns)
        and (search.status is null or status = search.status)
    );
  else
    matches := array(
      select row(last_order_date, key)::private.list_cursor from private.customers
      where case when search.ngrams is null then search_text ~ first_pattern
          else private.short_ngrams(search_text) @> search.ngrams end
        and search_text ~ all (search.patterns)
    );
  end if;

  if newer then
    return query select at, key from unnest(matches)
      where (at, key) > (start.at, start.key) order by at, key limit max_rows;
  else
    return query select at, key from unnest(matches)
      where (at, key) < (start.at, start.key) order by at desc, key desc limit max_rows;
  end if;
end
$$;

comment on function private.look_up_in_list(private.list_search, private.list_cursor, boolean, integer) is
  'The matches of a search in the whole list, nearest to the cursor first, from the indexes of its text.';

create or replace function public.admin_templates() returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return private.respond(200, jsonb_build_object('chats', (select chats from private.new_chats), 'templates', (
    select coalesce(jsonb_agg(to_jsonb(template) order by kind, language), '[]')
    from private.message_templates as template
  )));
end
$$;
