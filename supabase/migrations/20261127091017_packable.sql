/* Whether an order may leave is decided in one place, and every act by which it would leave asks there. */

drop function private.orders_of_run(int4range);

create or replace function private.read_ids(p jsonb) returns text[]
language plpgsql volatile set search_path = '' as $$
begin
  if coalesce(jsonb_typeof(p -> 'ids'), 'null') = 'null' then
    return null;
  end if;
  if jsonb_typeof(p -> 'ids') <> 'array' then
    perform private.refuse('bad_field', 'ids');
  end if;
  if jsonb_array_length(p -> 'ids') > 500 then
    perform private.refuse('too_many', 'ids');
  end if;
  return array(select distinct id from jsonb_array_elements_text(p -> 'ids') as id order by id);
end
$$;

comment on function private.read_ids(jsonb) is
  'The ids of a request, each once and sorted, or null where it has none. Refuses what is no list, and more than 500.';

-- Without sequential scans and planned for the values of each call, as private.scan_list().
create or replace function private.undecided_orders(p_mark text, p_group text, p_ids text[])
returns setof private.marked_orders
language plpgsql stable
set search_path = '' set enable_seqscan = off set plan_cache_mode = force_custom_plan as $$
begin
  return query select marked.* from private.marked_orders as marked
  join private.packable as o on o.id = marked.order_id
  where marked.decision_id is null and not o.is_booked
    and (p_mark is null or marked.mark = p_mark)
    and (p_group is null or marked.group_key = p_group)
    and (p_ids is null or marked.order_id = any (p_ids));
end
$$;

comment on function private.undecided_orders(text, text, text[]) is
  'The marks that keep open orders out of sheets: all, or those of this mark, group or list of orders. What
was booked or closed all the same is left out.';

create or replace function private.due_at(last_act text, last_at timestamptz, hours int4range) returns timestamptz
language plpgsql immutable set search_path = '' as $$
declare
  zone constant text := 'Asia/Karachi';
  due timestamp;
begin
  due := (case last_act
    when 'no_answer' then last_at + interval '2 hours'
    when 'later' then last_at + interval '3 hours'
    when 'tomorrow' then last_at + interval '1 day'
  end) at time zone zone;
  if last_act = 'tomorrow' then
    due := date_trunc('day', due) + lower(hours) * interval '1 hour';
  elsif extract(hour from due) >= upper(hours) then
    due := date_trunc('day', due) + interval '1 day' + lower(hours) * interval '1 hour';
  elsif extract(hour from due) < lower(hours) then
    due := date_trunc('day', due) + lower(hours) * interval '1 hour';
  end if;
  return due at time zone zone;
end
$$;

comment on function private.due_at(text, timestamptz, int4range) is
  'When an order is to be tried again after its last attempt, within these hours of Karachi; null where nothing postponed it.';

create or replace function private.confirmation_json(o public.orders) returns jsonb
language plpgsql stable set search_path = '' set timezone = 'UTC' as $$
declare
  confirmation constant private.confirmation := private.confirmation_of(o.id);
begin
  return jsonb_build_object(
    'state', case
      when confirmation.held_at is not null then 'held'
      when confirmation.confirmed_at is not null then 'confirmed'
      when (select is_known from private.packable where id = o.id) then 'known'
      when confirmation.no_answers >= 3 then 'unreached'
      else 'open'
    end,
    'at', coalesce(confirmation.held_at, confirmation.confirmed_at),
    'by', confirmation.confirmed_by,
    'reason', confirmation.reason,
    'text', confirmation.text,
    'noAnswers', confirmation.no_answers,
    'lastAct', confirmation.last_act,
    'lastAt', confirmation.last_at
  );
end
$$;

comment on function private.confirmation_json(public.orders) is
  'The confirmation of an order as JSON: its state is held, confirmed, known, unreached (three times no answer,
which waits for the admin''s decision) or open.';

-- Scalar subqueries: a query computes the columns that it names, and no others.
create or replace view private.packable as
select *,
  array_remove(array[
    case when is_booked then 'booked' end,
    case when joined_into is not null then 'joined' end,
    case when replaced_by is not null then 'replaced' end,
    case when is_held then 'held' end,
    case when is_marked then 'marked' end,
    case when not said_yes and not is_known then 'unconfirmed' end,
    case when is_changed then 'changed' end
  ], null) as reasons
from (
  select
    o.id, o.date, o.status,
    o.status <> all ((select private.open_statuses())::public.order_status[])
      or o.tracking_number is not null or coalesce(details.booked_at is not null, false) as is_booked,
    (select into_id from private.joined_orders where order_id = o.id) as joined_into,
    (
      select later.id from public.orders as later where later.replaces = o.id and later.status <> 'cancelled'
      order by later.date desc, later.id desc limit 1
    ) as replaced_by,
    coalesce((
      select act = 'hold' from private.confirmation_attempts
      where order_id = o.id and act in ('hold', 'resume') order by at desc, id desc limit 1
    ), false) as is_held,
    exists (
      select from private.marked_orders where order_id = o.id and decision_id is null
    ) as is_marked,
    coalesce((
      select act = 'yes' from private.confirmation_attempts
      where order_id = o.id and act in ('yes', 'reset') order by at desc, id desc limit 1
    ), false) as said_yes,
    o.replaces is not null or o.phone_key <> '' and (
      select count(*) filter (where other.status = 'delivered') >= 2 and count(other_details.outcome) = 0
      from public.orders as other
      left join private.order_details as other_details on other_details.order_id = other.id
      where other.phone_key = o.phone_key and other.id <> o.id
    ) as is_known,
    exists (
      select from private.order_audit as entry
      where entry.order_id = o.id and entry.actor = 'customer'
        and not entry.after ?| array['status', 'cancelReason']
        and not exists (
          select from private.acts_seen as seen where seen.order_id = o.id and seen.at >= entry.at
        )
    ) as is_changed
  from public.orders as o
  left join private.order_details as details on details.order_id = o.id
) as facts;

comment on view private.packable is
  'Why an order may not leave. It is booked: a courier has or had it, or it is not open. It went with another order''s
parcel, another order replaces it, or it is held: it leaves in no case. It is marked, not confirmed, or its customer
changed it since an admin opened it: an admin is asked. Whoever said yes needs no question, and neither does a phone
with two delivered orders and none that came back, or a replacement.';

create or replace function private.reasons_left(reasons text[], included jsonb) returns text[]
language sql immutable set search_path = '' as $$
  select array(
    select reason from unnest(reasons) with ordinality as listed (reason, nth)
    where reason in ('joined', 'replaced', 'held')
      -- Asked before the first booking.
      or reason in ('marked', 'unconfirmed', 'changed') and not 'booked' = any (reasons)
        and not coalesce(included, '[]') ? reason
    order by nth
  )
$$;

comment on function private.reasons_left(text[], jsonb) is
  'Which of the reasons keep an order from leaving, where an admin included some of marked, unconfirmed and changed.';

create or replace function private.read_included(p jsonb) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  included constant jsonb := coalesce(nullif(p -> 'include', 'null'), '[]');
begin
  if jsonb_typeof(included) <> 'array' or not included <@ '["marked", "unconfirmed", "changed"]' then
    perform private.refuse('bad_field', 'include');
  end if;
  return included;
end
$$;

comment on function private.read_included(jsonb) is
  'The reasons that an admin included after a question, as a list. Refuses any other.';

create or replace function private.packing_groups(ids text[]) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(to_jsonb(grouped) order by reasons), '[]') from (
    select reasons, count(*) as orders, min(date) as oldest from private.packable
    where case when ids is null then status = any (private.open_statuses()) and not is_booked
      else id = any (ids) end
    group by reasons
  ) as grouped
$$;

comment on function private.packing_groups(text[]) is
  'How many of these orders, or of all that no courier has, have the same reasons, and the oldest of them.';

-- Security definer: attempts and marks cannot be read through the API.
create or replace function public.admin_packable(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  ids text[];
begin
  perform private.require_admin();
  perform private.check_request(p, 32768, array['ids']);
  ids := private.read_ids(p);
  return private.respond(200, jsonb_build_object(
    'groups', private.packing_groups(ids),
    'changed', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', o.id, 'fullName', o.shipping_address ->> 'fullName'
      ) order by o.date, o.id), '[]')
      from (
        select id from private.packable
        where case when ids is null then status = any (private.open_statuses()) else id = any (ids) end
          and not is_booked and is_changed
        order by date, id limit 100
      ) as changed
      join public.orders as o on o.id = changed.id
    )
  ));
exception
  when sqlstate 'SHREF' then
    return private.respond_error(sqlstate, sqlerrm);
end
$$;

grant execute on function public.admin_packable(jsonb) to authenticated;

comment on function public.admin_packable(jsonb) is
  'What is asked before a sheet: groups of {reasons, orders, oldest} of the orders of {ids?}, or of all that no courier
has, and the first 100 of them that their customer changed. For admins.';

create or replace function private.order_summaries(ids text[]) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(
    jsonb_agg(
      jsonb_build_object(
        'id', o.id,
        'date', o.date,
        'status', o.status,
        'total', o.total,
        'version', o.version,
        'trackingNumber', o.tracking_number,
        'fullName', o.shipping_address ->> 'fullName',
        'phone', o.shipping_address ->> 'phone',
        'city', o.shipping_address ->> 'city',
        'state', o.shipping_address ->> 'state',
        'units', private.units_of(o.items),
        'items', o.items,
        'courier', details.courier,
        'advance', coalesce(details.advance, 0),
        'booked', private.is_booked(o, details),
        'source', coalesce(details.source, 'website'),
        'marks', private.order_marks(o),
        'reasons', (select reasons from private.packable where id = o.id),
        'confirmation', case when private.is_open(o.status) then private.confirmation_json(o) end,
        'outcome', details.outcome,
        'endReason', details.end_reason,
        'isTold', o.status = 'shipped' and private.is_told(o.id),
        'replaces', o.replaces,
        'replacedBy', private.replaced_by(o.id)
      )
      order by array_position(ids, o.id)
    ),
    '[]'
  )
  from public.orders as o
  left join private.order_details as details on details.order_id = o.id
  where o.id = any (ids)
$$;

comment on function private.order_summaries(text[]) is 'Orders as rows of a list, in the order of their ids.';

create or replace function private.orders_of_run(hours int4range)
returns table (id text, date timestamptz, total numeric, is_first boolean, is_due boolean)
language plpgsql stable set search_path = '' set enable_seqscan = off as $$
begin
  return query
  select
    o.id, o.date, o.total, packed.is_marked or packed.is_changed,
    tried.no_answers < 3 and coalesce(private.due_at(tried.last_act, tried.last_at, hours) <= now(), true)
  from private.packable as packed
  join public.orders as o on o.id = packed.id
  cross join lateral (
    select
      count(*) filter (where act = 'no_answer') as no_answers,
      (array_agg(act order by at desc, attempt.id desc))[1] as last_act, max(at) as last_at
    from private.confirmation_attempts as attempt where order_id = o.id
  ) as tried
  where packed.status = any (private.open_statuses()) and not packed.is_booked
    and not packed.is_held and not packed.said_yes and not packed.is_known;
end
$$;

comment on function private.orders_of_run(int4range) is
  'The orders that are to be confirmed, whether each comes first, since it is marked or was changed by its customer, and
whether it is due: not postponed, and tried fewer than three times.';

-- Security definer: leases cannot be read through the API.
create or replace function public.admin_next_order(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  hours int4range;
  next_id text;
  remaining jsonb;
begin
  perform private.require_admin();
  perform private.check_request(p, 16384, array['device', 'from', 'until', 'skip']);
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
  with run as materialized (select * from private.orders_of_run(hours)),
  chosen as (
    select run.id
    from run left join private.order_leases as lease on lease.order_id = run.id
    where is_due and not coalesce(p -> 'skip', '[]') ? run.id
      and (lease.device is null or lease.device = p ->> 'device')
    order by lease.device is null, is_first desc, total >= 5000 desc, date, run.id
    limit 1
  )
  select
    (select id from chosen),
    jsonb_build_object(
      'due', count(*) filter (where is_due), 'postponed', count(*) filter (where not is_due)
    )
  into next_id, remaining
  from run;
  if next_id is not null then
    insert into private.order_leases (order_id, device, ends_at)
    values (next_id, p ->> 'device', now() + interval '15 minutes')
    on conflict (order_id) do update set ends_at = excluded.ends_at;
  end if;
  return private.respond(200, jsonb_build_object(
    'ok', true,
    'id', next_id,
    'left', remaining,
    'chats', (select chats from private.new_chats)
  ));
exception
  when sqlstate 'SHREF' or data_exception then
    return private.respond_error(sqlstate, sqlerrm);
end
$$;

grant execute on function public.admin_next_order(jsonb) to authenticated;

comment on function public.admin_next_order(jsonb) is
  'Leases the most urgent order to a device for 15 minutes: {device, from, until, skip?}, with the hours of calls
and ids that the device passed over. Responds with its id or null, how many are left, and how many new chats the
last hour had. Orders that are marked or were changed by their customers come first, then those of 5,000 rupees and more, then the
oldest. For admins.';

create or replace function private.parse_list_search(list text, arguments jsonb)
returns private.list_search
language plpgsql stable set search_path = '' as $$
declare
  searched constant text := coalesce(arguments ->> 'search', '');
  search private.list_search := row(list, '{}'::text[], null, null, null, null, null);
  term text;
begin
  -- Messages have neither a search nor a status.
  if list = 'messages' then
    return search;
  end if;

  term := private.fold_letters(private.clean_text(searched));
  -- No name is that long, and a long pattern is slow.
  if length(term) > 300 then
    return null;
  end if;
  -- An order number as it is read out or pasted: "#JGYA WGWV".
  if list = 'orders' and regexp_replace(term, '[\s#]+', '', 'g') ~ '^[0-9a-z]{8}$'
    and exists (select from public.orders where id = upper(regexp_replace(term, '[\s#]+', '', 'g'))) then
    term := regexp_replace(term, '[\s#]+', '', 'g');
  end if;
  search.patterns := private.search_patterns(term);
  -- A term without three letters or digits in a row has no trigram.
  if term <> '' and search.patterns[1] !~ '[[:alnum:]]{3}' then
    search.ngrams := private.short_ngrams(split_part(term, ' ', 1));
  end if;

  if list = 'orders' and arguments ? 'status' then
    if not arguments ->> 'status' = any (enum_range(null::public.order_status)::text[]) then
      return null;
    end if;
    search.status := (arguments ->> 'status')::public.order_status;
  end if;
  if list = 'orders' and arguments ? 'mark' then
    search.mark := arguments ->> 'mark';
    search.group_key := arguments ->> 'group';
  end if;
  if list = 'orders' and arguments ? 'filter' then
    perform private.check_filter(arguments -> 'filter');
    search.filter := arguments -> 'filter';
  end if;
  return search;
end
$$;

comment on function private.parse_list_search(text, jsonb) is
  'What {search?, status?, mark?, group?, filter?} asks of a list, null where no row can match.';

create or replace function private.check_filter(filter jsonb) returns void
language plpgsql stable set search_path = '' as $$
declare
  unknown_key text;
begin
  select left(given.key, 40) into unknown_key
  from jsonb_each(filter) as given
  left join (values
    ('toPack', 'boolean'), ('held', 'boolean'), ('confirmed', 'boolean'), ('booked', 'boolean'),
    ('untold', 'boolean'), ('courier', 'string'), ('outcome', 'string'), ('source', 'string'),
    ('batch', 'number'), ('from', 'string'), ('to', 'string')
  ) as known (key, type) on known.key = given.key
  where jsonb_typeof(given.value) is distinct from known.type
  order by given.key limit 1;
  if found then
    perform private.refuse('unknown_filter', unknown_key, 400);
  end if;
end
$$;

comment on function private.check_filter(jsonb) is
  'Refuses a filter with a key that is not known, or of another type: without it the list would show every order.';

-- Planned for the values of each call: a filter that is not asked for is left out of the plan. By status, so that the
-- index on status and date has the order of the list, and reading ends with the page.
create or replace function private.scan_filtered(
  search private.list_search, start private.list_cursor, newer boolean, max_rows integer
) returns setof private.list_cursor
language plpgsql stable set search_path = '' set plan_cache_mode = force_custom_plan as $$
declare
  filter constant jsonb := search.filter;
  is_open constant boolean := filter ?| array['toPack', 'held', 'confirmed'];
  batch constant bigint := (filter ->> 'batch')::bigint;
  first_at constant timestamptz := ((filter ->> 'from')::date)::timestamp at time zone 'Asia/Karachi';
  end_at constant timestamptz := ((filter ->> 'to')::date + 1)::timestamp at time zone 'Asia/Karachi';
begin
  return query
  select found.date, found.id
  from unnest(
    case when is_open then private.open_statuses() else enum_range(null::public.order_status) end
  ) as listed (status)
  cross join lateral (
    select o.date, o.id
    from private.packable as packed
    join public.orders as o on o.id = packed.id
    left join private.order_details as details on details.order_id = o.id
    where packed.status = listed.status
      and case when newer then (packed.date, packed.id) > (start.at, start.key)
        else (packed.date, packed.id) < (start.at, start.key) end
      and (search.patterns = '{}' or o.search_text ~ all (search.patterns))
      and (not is_open or not packed.is_booked)
      and (not filter ? 'toPack' or (filter -> 'toPack')::boolean = not packed.is_held)
      and (not filter ? 'held' or (filter -> 'held')::boolean = packed.is_held)
      and (not filter ? 'confirmed'
        or (filter -> 'confirmed')::boolean = (packed.said_yes or packed.is_known))
      and (not filter ? 'booked' or (filter -> 'booked')::boolean
        = (details.booked_at is not null or o.tracking_number is not null))
      and (not filter ? 'untold' or (filter -> 'untold')::boolean
        = (o.status = 'shipped' and not private.is_told(o.id)))
      and (not filter ? 'courier' or details.courier = filter ->> 'courier')
      and (not filter ? 'outcome' or details.outcome = filter ->> 'outcome')
      and (not filter ? 'source' or coalesce(details.source, 'website') = filter ->> 'source')
      and (batch is null or exists (
        select from private.exported_orders
        where batch_id = batch and order_id = o.id and left_at is null
      ))
      and (first_at is null or packed.date >= first_at)
      and (end_at is null or packed.date < end_at)
    order by
      case when newer then packed.date end, case when newer then packed.id end,
      case when not newer then packed.date end desc, case when not newer then packed.id end desc
    limit max_rows
  ) as found
  where search.status is null or listed.status = search.status
  order by
    case when newer then found.date end, case when newer then found.id end,
    case when not newer then found.date end desc, case when not newer then found.id end desc
  limit max_rows;
end
$$;

comment on function private.scan_filtered(private.list_search, private.list_cursor, boolean, integer) is
  'The orders that a filter lets through, nearest to the cursor first. The filter is {toPack?, held?, confirmed?,
booked?, untold?, courier?, outcome?, source?, batch?, from?, to?}; from and to are days of Karachi.';

create or replace function private.check_leaving(former public.orders, booked private.booking, included jsonb) returns void
language plpgsql volatile set search_path = '' as $$
declare
  o constant public.orders := (booked).o;
  was_here constant boolean := private.is_open(former.status) or former.status = 'cancelled';
  leaves constant boolean := was_here and (
    not private.is_open(o.status) and o.status <> 'cancelled'
    or (booked).details.courier <> coalesce((booked).former.courier, '')
    or o.tracking_number <> coalesce(former.tracking_number, '')
  ) is true;
  found_reasons constant text[] := (select reasons from private.packable where id = o.id);
  stopped constant text[] := case
    when leaves then private.reasons_left(found_reasons, included)
    -- Reopened, its lines would be sent twice. It is cancelled as joined until it is taken apart.
    when 'joined' = any (found_reasons)
      and (o.status, (booked).details.outcome, (booked).details.end_reason) is distinct from
        (former.status, (booked).former.outcome, (booked).former.end_reason) then '{joined}'
    else '{}'
  end;
begin
  if stopped <> '{}' then
    perform private.refuse('not_packable', null, 409, jsonb_build_object(
      'order', private.order_json(former, true), 'reasons', stopped
    ));
  end if;
end
$$;

comment on function private.check_leaving(public.orders, private.booking, jsonb) is
  'Refuses a booking by which an order would leave that may not (private.packable): it gets a courier or a number, or is
on its way or delivered. What left already is not asked about. A joined order is not opened again either.';

-- Security definer: as public.admin_correct_order().
create or replace function public.admin_book_order(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  o public.orders;
  details private.order_details;
  booked private.booking;
begin
  perform private.require_admin();
  perform private.check_request(
    p, 16384,
    array['id', 'version', 'status', 'courier', 'trackingNumber', 'outcome', 'endReason', 'include']
  );
  select * into o from public.orders where id = p ->> 'id' for update;
  perform private.check_version(o, p, is_holder => false, is_booking => true);
  select * into details from private.order_details where order_id = o.id;
  booked := private.read_booking(o, details, p);
  perform private.check_leaving(o, booked, private.read_included(p));
  perform private.save_bookings(array[booked]);
  return private.respond_order(o.id);
exception
  when sqlstate 'SHREF' or data_exception or integrity_constraint_violation then
    return private.respond_error(sqlstate, sqlerrm);
end
$$;

grant execute on function public.admin_book_order(jsonb) to authenticated;

comment on function public.admin_book_order(jsonb) is
  'Sets {id, version, status?, courier?, trackingNumber?, outcome?, endReason?} of an order together, for admins.
Refused as not_packable, with the reasons, where the order would leave and may not; "include" names those of marked,
unconfirmed and changed that the admin was asked about.';

create or replace function private.is_exported(p_id text) returns boolean
language sql stable set search_path = '' as $$
  select exists (
    select from private.exported_orders as exported
    join private.export_batches as batch on batch.id = exported.batch_id
    where exported.order_id = p_id and exported.left_at is null and batch.undone_at is null
  )
$$;

comment on function private.is_exported(text) is 'Whether an order is in a batch that was not undone.';

create or replace function private.read_batch(p jsonb) returns private.export_batches
language plpgsql volatile set search_path = '' as $$
declare
  batch private.export_batches;
begin
  perform private.check_request(
    p, 32768, array['courier', 'ids', 'includeExported', 'include', 'batch']
  );
  perform private.require_courier(p ->> 'courier');
  if coalesce(jsonb_typeof(p -> 'includeExported'), 'null') not in ('null', 'boolean') then
    perform private.refuse('bad_field', 'includeExported');
  end if;
  if coalesce(jsonb_typeof(p -> 'batch'), 'null') not in ('null', 'number') then
    perform private.refuse('bad_field', 'batch');
  end if;

  -- One export at a time: the second one finds booked what the first one took.
  perform pg_advisory_xact_lock(hashtextextended('export', 0));
  if jsonb_typeof(p -> 'batch') = 'number' then
    select * into batch from private.export_batches as saved
    where saved.id::numeric = (p ->> 'batch')::numeric
      and saved.courier = p ->> 'courier' and saved.undone_at is null;
    if not found then
      perform private.refuse('not_found', 'batch', 200);
    end if;
  end if;
  return batch;
end
$$;

comment on function private.read_batch(jsonb) is
  'The batch that a request of admin_create_batch() adds to, or null for a new one. Refuses an invalid request,
and a batch that was undone or is of another courier.';

create or replace function private.sort_out(ids text[], includes_exported boolean, included jsonb)
returns table (id text, reason text)
language sql stable set search_path = '' as $$
  select listed.id, case
    when o.id is null then 'not_found'
    when o.joined_into is not null then 'joined'
    when private.is_final(o.status) then 'closed'
    when o.is_booked and not includes_exported then
      case when private.is_exported(o.id) then 'exported' else 'booked' end
    else (private.reasons_left(o.reasons, included))[1]
  end
  from unnest(ids) as listed (id)
  left join private.packable as o on o.id = listed.id
$$;

comment on function private.sort_out(text[], boolean, jsonb) is
  'Why an order is left out of a batch, or null.';

-- Security definer: batches and details cannot be changed through the API. Without sequential scans, which
-- Postgres chooses for 500 orders in a trigger, where it has no estimate of their number.
create or replace function public.admin_create_batch(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' set enable_seqscan = off as $$
declare
  batch_size constant integer := 500;
  ids text[];
  included jsonb;
  batch private.export_batches;
  taken text[];
  left_out jsonb;
begin
  perform private.require_admin();
  batch := private.read_batch(p);
  ids := private.read_ids(p);
  included := private.read_included(p);
  if ids is null then
    -- The oldest first.
    ids := array(
      select id from private.packable
      where status = any (private.open_statuses()) and not is_booked
        and private.reasons_left(reasons, included) = '{}'
      order by date, id limit batch_size
    );
  end if;

  -- Locked in the order of their ids, like every other change of several orders. The statement that
  -- follows sees what other transactions did to them before.
  perform from public.orders as o where o.id = any (ids) order by o.id for update;
  select
    coalesce(array_agg(id order by id) filter (where reason is null), '{}'),
    coalesce(
      jsonb_agg(jsonb_build_object('id', id, 'reason', reason) order by id)
        filter (where reason is not null),
      '[]'
    )
  into taken, left_out
  from private.sort_out(ids, coalesce((p ->> 'includeExported')::boolean, false), included);

  if cardinality(taken) > 0 then
    batch := private.save_batch(batch, p ->> 'courier', taken);
  end if;
  return private.respond(200, jsonb_build_object(
    'ok', true,
    'batch', (select to_jsonb(saved) from private.batches as saved where saved.id = batch.id),
    'exported', to_jsonb(taken),
    'leftOut', left_out,
    'remaining', case when jsonb_typeof(p -> 'ids') = 'array' then 0 else (
      select count(*) from private.packable
      where status = any (private.open_statuses()) and not is_booked
        and private.reasons_left(reasons, included) = '{}'
    ) end
  ));
exception
  when sqlstate 'SHREF' then
    return private.respond_error(sqlstate, sqlerrm);
end
$$;

grant execute on function public.admin_create_batch(jsonb) to authenticated;

comment on function public.admin_create_batch(jsonb) is
  'Books at most 500 orders with a courier as a batch, of {courier, ids?, includeExported?, include?, batch?}: these ids,
or else the oldest that no courier has. Orders with a reason of private.packable stay out, but for those that "include"
names: marked, unconfirmed, changed. For admins.';

-- Security definer: as public.admin_create_batch().
create or replace function public.admin_batch(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  page_size constant integer := 500;
  batch private.export_batches;
  shown bigint[];
begin
  perform private.require_admin();
  select * into batch from private.export_batches as saved
  where saved.id::numeric = (p ->> 'id')::numeric;
  if not found then
    return private.respond(200, null);
  end if;
  shown := array(
    select position from private.exported_orders
    where batch_id = batch.id and position > coalesce((p ->> 'after')::bigint, 0)
    order by position limit page_size + 1
  );
  return private.respond(200, jsonb_build_object(
    'batch', (select to_jsonb(saved) from private.batches as saved where saved.id = batch.id),
    'orders', (
      select coalesce(
        jsonb_agg(
          private.order_json(o, true) || jsonb_build_object(
            'units', private.units_of(o.items),
            'reasons', (select reasons from private.packable where id = o.id),
            'position', exported.position,
            'cells', exported.cells,
            'sentAt', exported.sent_at,
            'leftAt', exported.left_at
          )
          order by exported.position
        ),
        '[]'
      )
      from private.exported_orders as exported
      join public.orders as o on o.id = exported.order_id
      where exported.batch_id = batch.id and exported.position = any (shown[1:page_size])
    ),
    'next', case when cardinality(shown) > page_size then shown[page_size] end
  ));
end
$$;

grant execute on function public.admin_batch(jsonb) to authenticated;

comment on function public.admin_batch(jsonb) is
  'The batch of {id, after?} and at most 500 of its orders in full after this position, in the order of its sheet,
with the rows that were sent and when an order left; or null. For admins.';

-- Security definer: as public.admin_create_batch().
create or replace function public.admin_undo_batch(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' set enable_seqscan = off as $$
declare
  batch private.export_batches;
  ids text[];
  unbooked text[] := '{}'::text[];
begin
  perform private.require_admin();
  perform pg_advisory_xact_lock(hashtextextended('export', 0));
  select * into batch from private.export_batches as saved
  where saved.id::numeric = (p ->> 'id')::numeric;
  if not found then
    perform private.refuse('not_found', null, 200);
  end if;
  ids := array(
    select order_id from private.exported_orders
    where batch_id = batch.id and left_at is null order by order_id
  );
  if batch.undone_at is null then
    update private.export_batches set undone_at = now() where id = batch.id;
    perform from public.orders as o where o.id = any (ids) order by o.id for update;
    -- An order that is in another batch as well stays booked.
    unbooked := array(
      select o.id from public.orders as o
      join private.order_details as details on details.order_id = o.id
      where o.id = any (ids) and private.is_open(o.status) and o.tracking_number is null
        and details.courier = batch.courier and not private.is_exported(o.id)
    );
    perform private.book_orders(unbooked, null);
  end if;
  return private.respond(200, jsonb_build_object(
    'ok', true,
    'unbooked', cardinality(unbooked),
    'stillBooked', cardinality(ids) - cardinality(unbooked)
  ));
exception
  when sqlstate 'SHREF' then
    return private.respond_error(sqlstate, sqlerrm);
end
$$;

grant execute on function public.admin_undo_batch(jsonb) to authenticated;

comment on function public.admin_undo_batch(jsonb) is
  'Unbooks the orders of the batch of {id} that are open and have no tracking number, for admins.';

create or replace function private.read_decision(p jsonb) returns private.mark_decisions
language plpgsql volatile set search_path = '' as $$
declare
  decision private.mark_decisions;
begin
  perform private.check_request(p, 16384, array['act', 'mark', 'group', 'ids', 'decision']);
  if coalesce(p ->> 'act', '') not in ('release', 'discard') then
    perform private.refuse('bad_field', 'act');
  end if;
  if coalesce(jsonb_typeof(p -> 'decision'), 'number') <> 'number' then
    perform private.refuse('bad_field', 'decision');
  end if;
  -- A group, or a list of orders. Neither would be every marked order.
  if p ? 'ids' then
    if p ? 'mark' or p ? 'group' or private.read_ids(p) is null then
      perform private.refuse('bad_field', 'ids');
    end if;
  elsif jsonb_typeof(p -> 'mark') is distinct from 'string' then
    perform private.refuse('bad_field', 'mark');
  elsif jsonb_typeof(p -> 'group') is distinct from 'string' then
    perform private.refuse('bad_field', 'group');
  end if;
  if p ? 'decision' then
    select * into decision from private.mark_decisions as saved
    where saved.id::numeric = (p ->> 'decision')::numeric and saved.undone_at is null
      and (saved.act, saved.mark, saved.group_key)
        is not distinct from (p ->> 'act', p ->> 'mark', p ->> 'group')
    for update;
    if not found then
      perform private.refuse('not_found', 'decision', 200);
    end if;
  end if;
  return decision;
end
$$;

comment on function private.read_decision(jsonb) is
  'The decision that a request of admin_decide_marked() goes on with, locked; or null for a new one. Refuses an
invalid request, and a decision that was undone or is about others.';

-- Security definer: as public.admin_marked_groups(). Without sequential scans, as
-- public.admin_create_batch().
create or replace function public.admin_decide_marked(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' set enable_seqscan = off as $$
declare
  ids text[];
  decision private.mark_decisions;
begin
  perform private.require_admin();
  decision := private.read_decision(p);
  ids := array(
    select distinct order_id from private.undecided_orders(p ->> 'mark', p ->> 'group', private.read_ids(p))
    order by order_id limit 500
  );
  perform from public.orders as o where o.id = any (ids) order by o.id for update;
  -- The statement that follows sees what others decided on them, or booked, before.
  ids := array(
    select distinct order_id from private.undecided_orders(p ->> 'mark', p ->> 'group', ids)
    order by order_id
  );
  if cardinality(ids) > 0 then
    if decision.id is null then
      insert into private.mark_decisions (actor_id, act, mark, group_key)
      values (auth.uid(), p ->> 'act', p ->> 'mark', p ->> 'group') returning * into decision;
    end if;
    -- A group is released of its own mark. A cancelled order needs no other look.
    update private.marked_orders set decision_id = decision.id
    where order_id = any (ids) and decision_id is null
      and (p ? 'ids' or decision.act = 'discard'
        or (mark, group_key) = (decision.mark, decision.group_key));
    perform private.log_changes('admin', id, '{"decision": null}', jsonb_build_object('decision', decision.act))
    from unnest(ids) as id;
    if decision.act = 'discard' then
      -- The triggers of orders add 1 to the version.
      insert into private.discarded_orders (order_id, decision_id, status, version)
      select id, decision.id, status, version + 1 from public.orders where id = any (ids)
      on conflict (order_id) do update set
        decision_id = excluded.decision_id, status = excluded.status, version = excluded.version;
      perform set_config('shop.actor', 'admin', true);
      update public.orders set status = 'cancelled' where id = any (ids);
      perform set_config('shop.actor', '', true);
    end if;
    update private.mark_decisions set orders = orders + cardinality(ids) where id = decision.id
    returning * into decision;
  end if;
  return private.respond(200, jsonb_build_object(
    'ok', true,
    'decision', (select to_jsonb(made) from private.decisions as made where made.id = decision.id),
    'changed', cardinality(ids),
    'remaining', case when p ? 'ids' then 0 else (
      select count(distinct order_id)
      from private.undecided_orders(p ->> 'mark', p ->> 'group', null)
    ) end
  ));
exception
  when sqlstate 'SHREF' then
    return private.respond_error(sqlstate, sqlerrm);
end
$$;

grant execute on function public.admin_decide_marked(jsonb) to authenticated;

comment on function public.admin_decide_marked(jsonb) is
  'Releases or discards at most 500 marked orders that are open and not booked, of {act, mark, group,
decision?} or {act, ids}, and says how many remain in the group. Discarding cancels them. For admins.';

-- Security definer: a search uses indexes only without row level security.
create or replace function public.admin_orders(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  page private.list_page;
begin
  perform private.require_admin();
  page := private.read_page('orders', p);
  return private.respond(200, jsonb_build_object(
    'orders', private.order_summaries(page.keys), 'older', page.older, 'newer', page.newer,
    'couriers', private.courier_list()
  ));
exception
  when sqlstate 'SHREF' then
    return private.respond_error(sqlstate, sqlerrm);
end
$$;

grant execute on function public.admin_orders(jsonb) to authenticated;

comment on function public.admin_orders(jsonb) is
  'A page of orders for {search?, status?, mark?, group?, filter?, older?, newer?, limit?}, newest first, and all
couriers, for admins. A filter that is not known is refused.
A mark is that of private.marked_orders, and finds orders on which nobody has decided.';

-- Security definer: the details and the log cannot be read through the API.
create or replace function public.admin_order(p_id text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  shown public.orders;
  details private.order_details;
begin
  perform private.require_admin();
  select * into shown from public.orders where id = p_id;
  if not found then
    return private.respond(200, null);
  end if;
  select * into details from private.order_details where order_id = p_id;
  return private.respond(200, jsonb_build_object(
    'order', private.order_json(shown, true),
    'couriers', private.courier_list(),
    'earlier', (
      select jsonb_build_object('count', sum(orders)) || jsonb_object_agg(status, orders)
      from (
        select listed.status, count(earlier.id) as orders
        from unnest(enum_range(null::public.order_status)) as listed (status)
        left join public.orders as earlier on earlier.status = listed.status
          and earlier.phone_key = shown.phone_key
          and (earlier.date, earlier.id) < (shown.date, shown.id)
          and not private.is_erased(shown.shipping_address)
        group by listed.status
      ) as counts
    ),
    'marks', private.order_marks(shown),
    'reasons', (select reasons from private.packable where id = p_id),
    'source', coalesce(details.source, 'website'),
    'outcome', details.outcome,
    'endReason', details.end_reason,
    'confirmation', private.confirmation_json(shown),
    'changes', (
      select coalesce(
        jsonb_agg(
          jsonb_build_object(
            'at', at, 'actor', actor, 'before', before - 'version', 'after', after - 'version'
          )
          order by id
        ),
        '[]'
      )
      from private.order_audit where order_id = p_id
    ),
    'mayBeDeleted', private.may_be_deleted(shown),
    'manyTriesAt', (select limit_reached_at from private.wrong_finds where order_id = p_id)
  ) || (select to_jsonb(page) - 'id' from private.order_pages as page where page.id = p_id));
end
$$;

grant execute on function public.admin_order(text) to authenticated;

comment on function public.admin_order(text) is
  'One order in full, how many orders its phone placed before by status, its marks, source and outcome, its
notes and its changes, oldest first, whether it may be deleted, when too many wrong phones were tried at it, and
all couriers; or null. For admins.';

-- Security definer: details cannot be read through the API.
create or replace function public.admin_whole_orders(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return private.respond(200, jsonb_build_object('orders', (
    select coalesce(
      jsonb_agg(
        private.order_json(o, true) || jsonb_build_object(
          'endReason', details.end_reason, 'confirmation', private.confirmation_json(o),
          'reasons', (select reasons from private.packable where id = o.id)
        )
        order by listed.nth
      ),
      '[]'
    )
    from jsonb_array_elements_text(p -> 'ids') with ordinality as listed (id, nth)
    join public.orders as o on o.id = listed.id
    left join private.order_details as details on details.order_id = o.id
    where listed.nth <= 500
  )));
end
$$;

grant execute on function public.admin_whole_orders(jsonb) to authenticated;

comment on function public.admin_whole_orders(jsonb) is
  'The first 500 orders of {ids} in full, in their order, without unknown ones, with confirmation and the reason of
a cancellation. For admins.';

drop function private.due_at(private.confirmation,int4range);

drop function private.is_known(orders);

drop function private.sort_out(text[],boolean,boolean);

drop view private.sheet_orders, private.unbooked_orders;