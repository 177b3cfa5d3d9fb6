-- Orders are sent one way, by their ids. Each order's stage is a row, counted and listed by an index. A courier's file
-- gives parcels their tracking numbers. Marked orders are a filter. The shop says when its last backup was proved.

drop view private.order_stage;

drop index private.confirmation_attempts_put_off_idx;

alter table private.exported_orders drop column sent_at;

alter table private.statements add column numbered jsonb;

comment on column private.statements.replaces is 'The id of the file in whose place it is.';
comment on column private.statements.numbered is
  'The parcels that have their numbers from it, with what they are since: {parcel: version}.';
comment on column private.statements.taken_back is
  'Its states, amounts and numbers, by the ids of parcels, where another file took its place: undoing that one brings them
back.';
comment on column private.parcels.paid is 'The sum of its cash in files.';
comment on column private.courier_settings.statement_columns is
  'What the columns of its files are where the shop does not know their headers, as {content: header}: an empty
header is none.';
comment on column private.courier_settings.statement_words is
  'What the words of its files mean, as the admin said: {"status return to shipper": "returned"}.';
comment on column private.acts.orders is 'The ids of the orders, batches and files that it names.';
comment on column private.money_lines.dated is 'The day that the line names, else that of its file.';
comment on table private.acts is
  'Writes of the admin, to repeat their responses and to undo them: for a week, and those of batches and files as
long as these stand in their lists.';
comment on table private.money_lines is
  'Amounts of parcels in files. What the courier keeps is negative. A file that is undone has none.';
comment on table private.payments is
  'What files pay, by the day of payment, in minor units. A file that is undone has no row.';

-- Security definer: the API writes no table.
create or replace function public.admin_delete_courier(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  courier private.couriers;
begin
  perform private.require_admin();
  perform private.check_request(p, 1024, array['id', 'version']);
  courier := private.lock_courier(p);
  -- Whoever books with it holds its row, so that a booking which is not committed yet is seen.
  perform from private.couriers where id = courier.id for update;
  if exists (select from private.export_batches as batch where batch.courier = p ->> 'id')
    or exists (select from private.parcels as parcel where parcel.courier = p ->> 'id')
    or exists (select from private.statements as statement where statement.courier = p ->> 'id') then
    perform private.refuse('has_orders', null, 409);
  end if;
  delete from private.courier_settings as saved where saved.courier = p ->> 'id';
  delete from private.couriers where id = courier.id;
  return private.respond(200, jsonb_build_object('ok', true, 'couriers', private.courier_list()));
exception
  when sqlstate 'SHREF' then
    return private.respond_error(sqlstate, sqlerrm);
end
$$;

grant execute on function public.admin_delete_courier(jsonb) to authenticated;

comment on function public.admin_delete_courier(jsonb) is
  'Deletes this {id, version} of a courier that no order, parcel, batch or file names, for admins. Responds with
the others.';

create or replace function private.leave_parcels(ids bigint[]) returns void
language plpgsql volatile set search_path = '' as $$
begin
  delete from private.parcels as p
  where id = any (ids) and state not in ('returned', 'received_back', 'lost', 'cancelled')
    and not exists (select from private.exported_orders where order_id = p.order_id)
    and not exists (select from private.money_lines where parcel_id = p.id)
    and not exists (select from private.parcel_events where parcel_id = p.id and source = 'statement');
  perform private.set_parcels(array(
    select private.admin_event(id, 'cancelled') from private.parcels
    where id = any (ids) and state not in ('returned', 'received_back', 'lost', 'cancelled')
  ));
  update private.parcels set is_current = false where id = any (ids);
end
$$;

comment on function private.leave_parcels(bigint[]) is
  'Ends parcels that their orders have no more: they go, or are cancelled where a batch or a file has them.';

-- Security definer: attempts and marks cannot be read through the API.
create or replace function public.admin_packable(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  ids text[];
begin
  perform private.require_admin();
  perform private.check_request(p, 32768, array['ids']);
  ids := private.read_ids(p);
  return private.respond(200, (
    select jsonb_build_object('orders', coalesce(jsonb_agg(jsonb_build_object(
      'id', o.id, 'fullName', o.shipping_address ->> 'fullName', 'reasons', listed.reasons,
      'toCollect', private.cash_of(o, details)
    ) order by o.date, o.id), '[]'))
    from (
      select id, reasons from private.packable
      where case when ids is null then status = any (private.open_statuses()) and not is_booked
        else id = any (ids) end
      order by date, id limit 1000
    ) as listed
    join public.orders as o using (id)
    left join private.order_details as details on details.order_id = o.id
  ));
exception
  when sqlstate 'SHREF' then
    return private.respond_error(sqlstate, sqlerrm);
end
$$;

grant execute on function public.admin_packable(jsonb) to authenticated;

comment on function public.admin_packable(jsonb) is
  'What is asked before orders are sent: why each of {ids?}, or else each of the 1,000 oldest that no courier has, may not
leave, and what it brings, as {orders: [{id, fullName, reasons, toCollect}]}. For admins.';

-- Scalar subqueries, as in private.packable: an order pays only for the facts that its own stage depends on. What they
-- read has the triggers of staged-orders.sql.
create or replace view private.order_stage as
select
  id, date, status,
  case
    when status = 'cancelled' then case
      when joined_into is not null then 'joined'
      when state = 'returned' then 'came_back'
      when replaced_by is not null then 'replaced'
      else 'cancelled'
    end
    when status = 'delivered' then case
      when replaced_by is not null then 'replaced'
      when is_unpaid then 'delivered'
      else 'paid'
    end
    when status = 'shipped' then case
      when state = 'attempt_failed' then 'not_delivered'
      when state = 'lost' and replaced_by is not null then 'replaced'
      when state = 'lost' then 'not_delivered'
      when state = 'returning' then 'coming_back'
      when is_told then 'on_the_way'
      else 'to_tell'
    end
    when replaced_by is not null then 'replaced'
    when is_held then 'held'
    when is_booked and tracking_number is null then 'needs_number'
    when is_booked then 'to_ship'
    when (said_yes or is_known) and not is_marked and not is_changed then 'to_pack'
    when back_at > now() then case last_act when 'asked' then 'waiting' else 'later' end
    when no_answers >= 3 then 'later'
    else 'to_confirm'
  end as stage,
  case when back_at > now() and (no_answers < 3 or last_act = 'asked') then back_at end as due_at,
  case when is_marked or is_changed then 1 when is_large then 2 else 3 end::smallint as turn
from (
  select
    packed.*,
    exists (
      select from private.told_messages where order_id = packed.id and kind = 'shipped'
    ) as is_told,
    (
      select act from private.confirmation_attempts
      where order_id = packed.id order by at desc, id desc limit 1
    ) as last_act,
    (
      select private.due_at(act, at) from private.confirmation_attempts
      where order_id = packed.id order by at desc, id desc limit 1
    ) as back_at,
    (
      select count(*) from private.confirmation_attempts where order_id = packed.id and act = 'no_answer'
    ) as no_answers,
    (select total >= 5000 from public.orders where id = packed.id) as is_large
  from private.packable as packed
) as facts;

comment on view private.order_stage is
  'The one stage of each order; when a waiting or postponed one is to be tried again, null where an admin decides; and its
turn among those to confirm: 1 where it is marked or was changed, so that its customer is asked first, 2 from 5,000 rupees
on, else 3.';

create table private.backups (
  made_at timestamptz primary key,
  counted jsonb not null
);

comment on table private.backups is 'Backups that were proved to be whole.';

comment on column private.backups.counted is 'How many rows and orders it has: {rows, orders}.';

alter table private.backups enable row level security;

create policy "Nobody reads the backups through the API" on private.backups for all using (false);

create table private.stage_changes (
  id bigint generated always as identity primary key,
  order_id text not null
);

comment on table private.stage_changes is 'Orders whose stage may be another one than their row says.';

alter table private.stage_changes enable row level security;

create policy "Nobody reads the changes of stages through the API" on private.stage_changes
  for all using (false);

-- No foreign keys: what is deleted leaves with the next fold, and waits for none.
create table private.staged_orders (
  order_id text primary key,
  date timestamptz not null,
  stage text not null,
  due_at timestamptz,
  turn smallint not null
);

create index staged_orders_list_idx on private.staged_orders (stage, date, order_id);

create index staged_orders_run_idx on private.staged_orders (turn, date, order_id) where stage = 'to_confirm';

create index staged_orders_due_idx on private.staged_orders (due_at) where due_at is not null;

comment on table private.staged_orders is 'The rows of private.order_stage, as of the last fold.';

alter table private.staged_orders enable row level security;

create policy "Nobody reads the stages of orders through the API" on private.staged_orders
  for all using (false);

create table private.stage_counts (
  stage text primary key,
  orders bigint not null
);

comment on table private.stage_counts is 'How many rows of private.staged_orders each stage has.';

alter table private.stage_counts enable row level security;

create policy "Nobody reads the counts of stages through the API" on private.stage_counts
  for all using (false);

create or replace function private.note_stage_change() returns trigger
language plpgsql volatile set search_path = '' as $$
begin
  insert into private.stage_changes (order_id) values (coalesce(new.order_id, old.order_id));
  return null;
end
$$;

comment on function private.note_stage_change() is 'Notes the order of a row that its stage depends on.';

create trigger note_stage_change after insert or update or delete on private.parcels
  for each row execute function private.note_stage_change();

create trigger note_stage_change after insert or update or delete on private.confirmation_attempts
  for each row execute function private.note_stage_change();

create trigger note_stage_change after insert or update or delete on private.marked_orders
  for each row execute function private.note_stage_change();

create trigger note_stage_change after insert or update or delete on private.joined_orders
  for each row execute function private.note_stage_change();

create trigger note_stage_change after insert or update or delete on private.acts_seen
  for each row execute function private.note_stage_change();

create trigger note_stage_change after insert or update or delete on private.told_messages
  for each row execute function private.note_stage_change();

create trigger note_stage_change after insert on private.order_audit
  for each row when (new.actor = 'customer') execute function private.note_stage_change();

create or replace function private.note_staged_order() returns trigger
language plpgsql volatile set search_path = '' as $$
begin
  insert into private.stage_changes (order_id)
  select id from unnest(array[coalesce(new.id, old.id), coalesce(new.replaces, old.replaces)]) as changed (id)
  where id is not null
  union all
  -- Those that its former phone may have made known. Those of its phone of today are found by the fold.
  select id from public.orders
  where phone_key = old.phone_key and old.phone_key is distinct from new.phone_key
    and status = any (private.open_statuses());
  return null;
end
$$;

comment on function private.note_staged_order() is 'Notes an order, and those whose stages depend on it.';

create trigger note_staged_order after insert or update or delete on public.orders
  for each row execute function private.note_staged_order();

create or replace function private.forget_stages() returns trigger
language plpgsql volatile set search_path = '' as $$
begin
  delete from private.stage_changes where true;
  delete from private.staged_orders where true;
  delete from private.stage_counts where true;
  return null;
end
$$;

comment on function private.forget_stages() is 'Empties the stages with the orders.';

create trigger forget_stages after truncate on public.orders
  for each statement execute function private.forget_stages();

-- One after the other: nothing else writes the rows. Each statement after the lock sees what the last fold has left, and
-- deletes the changes that it has read.
create or replace function private.fold_stages() returns void
language plpgsql volatile set search_path = '' set enable_seqscan = off set jit = off as $$
begin
  if current_setting('transaction_read_only') = 'on' or not exists (select from private.stage_changes)
    and not exists (select from private.staged_orders where due_at <= now()) then
    return;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('stages', 0));
  with noted as (
    delete from private.stage_changes where true returning order_id
  ),
  changed as materialized (
    select order_id as id from noted
    union
    select order_id from private.staged_orders where due_at <= now()
    union
    -- Whether a phone is known depends on its other orders.
    select other.id from public.orders as other
    where other.status = any (private.open_statuses()) and other.phone_key in (
      select o.phone_key from noted join public.orders as o on o.id = noted.order_id where o.phone_key <> ''
    )
  ),
  fresh as materialized (
    select staged.id, staged.date, staged.stage, staged.due_at, staged.turn
    from changed cross join lateral (select * from private.order_stage where id = changed.id) as staged
  ),
  counted as (
    insert into private.stage_counts as saved (stage, orders)
    select stage, sum(more) from (
      select stage, 1 as more from fresh
      union all
      select stage, -1 from private.staged_orders where order_id in (select id from changed)
    ) as moves
    group by stage having sum(more) <> 0
    on conflict (stage) do update set orders = saved.orders + excluded.orders
  ),
  gone as (
    delete from private.staged_orders
    where order_id in (select id from changed) and not exists (select from public.orders where id = order_id)
  )
  insert into private.staged_orders as saved (order_id, date, stage, due_at, turn)
  select id, date, stage, due_at, turn from fresh
  on conflict (order_id) do update set
    stage = excluded.stage, due_at = excluded.due_at, turn = excluded.turn
  where (saved.stage, saved.due_at, saved.turn) is distinct from (excluded.stage, excluded.due_at, excluded.turn);
end
$$;

comment on function private.fold_stages() is
  'Brings private.staged_orders up to date: with what was changed since the last fold, and with what the time has brought
back. Takes a second for 20,000 orders; after a bulk change by SQL, call it before anybody else reads.';

-- Security definer: stages cannot be read through the API.
create or replace function public.admin_stages() returns jsonb
language plpgsql volatile security definer set search_path = '' set enable_seqscan = off set jit = off as $$
begin
  perform private.require_admin();
  perform private.fold_stages();
  return private.respond(200, jsonb_build_object(
    'ok', true,
    'stages', (
      select coalesce(jsonb_object_agg(stage, orders), '{}') from private.stage_counts
      where stage = any (private.stages_with_work()) and orders > 0
    ),
    'nextDueAt', (
      select min(due_at) from private.staged_orders where stage in ('waiting', 'later') and due_at is not null
    ),
    'lastBackup', (select max(made_at) from private.backups)
  ));
end
$$;

grant execute on function public.admin_stages() to authenticated;

comment on function public.admin_stages() is
  'How many orders are in each stage that has work, when the next one is to be tried again, and when the last backup was
made, as {stages: {to_confirm, …}, nextDueAt, lastBackup}, for admins.';

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
        'items', o.items,
        'courier', parcel.courier,
        'advance', coalesce(details.advance, 0),
        'booked', parcel.id is not null or not private.is_open(o.status),
        'source', coalesce(details.source, 'website'),
        'marks', private.order_marks(o),
        'reasons', (select reasons from private.packable where id = o.id),
        'stage', (select stage from private.order_stage where id = o.id),
        'confirmation', case when private.is_open(o.status) then private.confirmation_json(o) end,
        'outcome', parcel.outcome,
        'endReason', details.end_reason,
        'replaces', o.replaces,
        'replacedBy', private.replaced_by(o.id)
      )
      order by array_position(ids, o.id)
    ),
    '[]'
  )
  from public.orders as o
  left join private.order_details as details on details.order_id = o.id
  left join private.parcels as parcel on parcel.order_id = o.id and parcel.is_current
  where o.id = any (ids)
$$;

comment on function private.order_summaries(text[]) is 'Orders as rows of a list, in the order of their ids.';

-- Security definer: leases cannot be read through the API.
create or replace function public.admin_next_order(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' set enable_seqscan = off set jit = off as $$
declare
  next_id text;
  due bigint;
begin
  perform private.require_admin();
  -- Pages that were loaded before send hours as well.
  perform private.check_request(p, 16384, array['device', 'from', 'until', 'skip', 'first']);
  if coalesce(p ->> 'device', '') !~ '^[A-Za-z0-9_-]{8,64}$' then
    perform private.refuse('bad_field', 'device');
  end if;
  if coalesce(jsonb_typeof(p -> 'skip'), 'array') <> 'array' then
    perform private.refuse('bad_field', 'skip');
  end if;
  -- One device after the other, for the moment of choosing.
  perform pg_advisory_xact_lock(hashtextextended('run', 0));
  delete from private.order_leases
  where ends_at < now() or (device = p ->> 'device' and coalesce(p -> 'skip', '[]') ? order_id);
  perform private.fold_stages();
  with leased as materialized (
    select order_id, device = p ->> 'device' as is_own from private.order_leases
  ),
  run as materialized (
    select staged.*, leased.is_own from private.staged_orders as staged left join leased using (order_id)
    where staged.order_id = any (array(select order_id from leased) || (p ->> 'first')) and stage = 'to_confirm'
  ),
  -- Those of this device, one that is asked for by name, and the next one of all others.
  candidates as (
    (
      select order_id, is_own, turn, date from run
      where (is_own is not false or order_id = p ->> 'first') and not coalesce(p -> 'skip', '[]') ? order_id
    )
    union all
    (
      select order_id, null, turn, date from private.staged_orders
      where stage = 'to_confirm' and not coalesce(p -> 'skip', '[]') ? order_id
        and order_id <> all (array(select order_id from leased))
      order by turn, date, order_id limit 1
    )
  )
  select
    (
      select order_id from candidates
      order by (order_id = p ->> 'first') is true desc, is_own is null, turn, date, order_id limit 1
    ),
    (select coalesce(sum(orders), 0) from private.stage_counts where stage = 'to_confirm')
  into next_id, due;
  if next_id is not null then
    insert into private.order_leases (order_id, device, ends_at)
    values (next_id, p ->> 'device', now() + interval '15 minutes')
    on conflict (order_id) do update set device = excluded.device, ends_at = excluded.ends_at;
  end if;
  return private.respond(200, jsonb_build_object('ok', true, 'id', next_id, 'due', due));
exception
  when sqlstate 'SHREF' or data_exception then
    return private.respond_error(sqlstate, sqlerrm);
end
$$;

grant execute on function public.admin_next_order(jsonb) to authenticated;

comment on function public.admin_next_order(jsonb) is
  'Leases the most urgent order to confirm to a device for 15 minutes: {device, skip?, first?}, with ids that the device
passed over, and one that comes first, also from another device. Responds with its id or null, and how many are to confirm.
Orders that are marked or were changed by their customers come first, then those of 5,000 rupees and more, then the oldest.
For admins.';

-- Security definer: attempts and leases cannot be read through the API.
create or replace function public.admin_run_list(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' set enable_seqscan = off set jit = off as $$
begin
  perform private.require_admin();
  perform private.check_request(p, 1024, array['device']);
  perform private.fold_stages();
  return private.respond(200, jsonb_build_object('ok', true, 'orders', (
    with placed as (
      select listed.* from unnest('{waiting,later}'::text[]) as places (place) cross join lateral (
        select order_id as id, due_at, stage as place from private.staged_orders
        where stage = places.place order by due_at nulls first, order_id limit 200
      ) as listed
      union all
      select order_id, null, 'elsewhere'
      from private.order_leases as lease join private.staged_orders using (order_id)
      where device <> coalesce(p ->> 'device', '') and ends_at > now() and stage = 'to_confirm'
    )
    select coalesce(
      jsonb_agg(
        jsonb_build_object(
          'id', o.id, 'place', place, 'at', coalesce(tried.last_at, o.date), 'noAnswers', tried.no_answers,
          'dueAt', due_at,
          'fullName', o.shipping_address ->> 'fullName', 'city', o.shipping_address ->> 'city',
          'items', o.items, 'total', o.total,
          'advance', coalesce((select advance from private.order_details where order_id = o.id), 0)
        )
        order by due_at nulls first, o.date, o.id
      ),
      '[]'
    )
    from placed
    join public.orders as o on o.id = placed.id
    cross join lateral (
      select count(*) filter (where act = 'no_answer') as no_answers, max(at) as last_at
      from private.confirmation_attempts where order_id = o.id
    ) as tried
  )));
exception
  when sqlstate 'SHREF' then
    return private.respond_error(sqlstate, sqlerrm);
end
$$;

grant execute on function public.admin_run_list(jsonb) to authenticated;

comment on function public.admin_run_list(jsonb) is
  'The orders that wait for a reply, and those that come later or wait for a decision, the first 200 of both, and those on
the screen of another device, as {orders: [{id, place, at, dueAt, noAnswers, fullName, city, items, total, advance}]}:
those that an admin decides first, then by when they are due: {device}. For admins.';

create or replace function private.parse_list_search(list text, arguments jsonb)
returns private.list_search
language plpgsql stable set search_path = '' as $$
declare
  searched constant text := coalesce(arguments ->> 'search', '');
  search private.list_search := row(list, '{}'::text[], null, null, null);
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
  if list = 'orders' and arguments ? 'filter' then
    search.filter := arguments -> 'filter';
    perform private.check_filter(search.filter);
  end if;
  return search;
end
$$;

comment on function private.parse_list_search(text, jsonb) is
  'What {search?, status?, filter?} asks of a list, null where no row can match.';

create or replace function private.read_page(list text, p jsonb) returns private.list_page
language plpgsql stable set search_path = '' as $$
declare
  arguments constant jsonb := coalesce(jsonb_strip_nulls(p), '{}');
  search constant private.list_search := private.parse_list_search(list, arguments);
  max_rows constant integer := least(greatest(coalesce((arguments ->> 'limit')::integer, 25), 1), 100);
  -- A queue begins with the oldest.
  is_queue constant boolean := coalesce(search.filter ->> 'stage' = any (private.stages_with_work()), false);
  newer constant boolean := case when is_queue then not arguments ? 'older'
    else arguments ? 'newer' and not arguments ? 'older' end;
  -- A cursor as the API has it: {date, id} for orders, {date, key} for other lists.
  cursor constant jsonb := coalesce(arguments -> 'older', arguments -> 'newer');
  key_name constant text := case list when 'orders' then 'id' else 'key' end;
  start constant private.list_cursor := case
    when cursor is not null then row((cursor ->> 'date')::timestamptz, cursor ->> key_name)
    when is_queue then row('-infinity', '')
    -- The top of the list: every row is older.
    else row('infinity', '')
  end;
  matches private.list_cursor[];
  shown private.list_cursor[];
  reverse_start private.list_cursor;
  next_cursor jsonb;
  previous_cursor jsonb;
begin
  if search is null then
    return row('{}', null, null)::private.list_page;
  end if;

  -- In the direction of reading. One row more than a page says whether there is another page.
  matches := private.find_in_list(search, start, newer, max_rows + 1);
  shown := matches[1:max_rows];
  if cardinality(matches) > max_rows then
    next_cursor := jsonb_build_object('date', shown[max_rows].at, key_name, shown[max_rows].key);
  end if;

  -- The other direction starts at the first row shown. Without one it starts with the row of the cursor: no
  -- key is empty, so (at, '') is just older than that row, and one microsecond later just newer.
  reverse_start := shown[1];
  if reverse_start is null then
    reverse_start := row(start.at, '');
    if newer then
      reverse_start.at := start.at + interval '1 microsecond';
    end if;
  end if;
  -- No page is before the first one.
  if isfinite(start.at)
    and cardinality(private.find_in_list(search, reverse_start, not newer, 1)) > 0 then
    previous_cursor := jsonb_build_object('date', reverse_start.at, key_name, reverse_start.key);
  end if;

  return row(
    case when is_queue then array(select key from unnest(shown) order by at, key)
      else array(select key from unnest(shown) order by at desc, key desc) end,
    case when newer then previous_cursor else next_cursor end,
    case when newer then next_cursor else previous_cursor end
  );
end
$$;

comment on function private.read_page(text, jsonb) is
  'The page of a list for {search?, status?, filter?, older?, newer?, limit?}: the rows older or newer
than a cursor.';

-- Planned for the values of each call: a filter that is not asked for is left out of the plan. By stage, so that the
-- index on stage and date has the order of the list, and reading ends with the page.
create or replace function private.scan_filtered(
  search private.list_search, start private.list_cursor, newer boolean, max_rows integer
) returns setof private.list_cursor
language plpgsql stable
set search_path = '' set enable_seqscan = off set plan_cache_mode = force_custom_plan set jit = off as $$
declare
  filter constant jsonb := search.filter;
  is_marked constant boolean := filter ? 'mark';
  stages constant text[] := array(
    select stage
    from unnest(private.stages_with_work() || '{delivered,paid,cancelled,replaced,joined}') as stage,
      private.statuses_of_stage(stage) as statuses
    where stage = coalesce(filter ->> 'stage', stage)
      and (search.status is null or search.status = any (statuses))
      and (not is_marked or statuses && private.open_statuses())
  );
  batch constant bigint := (filter ->> 'batch')::bigint;
  first_at constant timestamptz := ((filter ->> 'from')::date)::timestamp at time zone 'Asia/Karachi';
  end_at constant timestamptz := ((filter ->> 'to')::date + 1)::timestamp at time zone 'Asia/Karachi';
begin
  return query
  select found.date, found.order_id
  from unnest(stages) as listed (stage)
  cross join lateral (
    select staged.date, staged.order_id
    from private.staged_orders as staged
    join public.orders as o on o.id = staged.order_id
    left join private.parcels as parcel on parcel.order_id = o.id and parcel.is_current
    left join private.order_details as details on details.order_id = o.id
    where staged.stage = listed.stage
      and case when newer then (staged.date, staged.order_id) > (start.at, start.key)
        else (staged.date, staged.order_id) < (start.at, start.key) end
      and (search.status is null or o.status = search.status)
      and (search.patterns = '{}' or o.search_text ~ all (search.patterns))
      and (not is_marked or exists (
        select from private.undecided_marks
        where order_id = o.id and filter ->> 'mark' in (mark, 'any') and group_key = coalesce(filter ->> 'group', group_key)
      ))
      and (not filter ? 'courier' or parcel.courier = filter ->> 'courier')
      and (not filter ? 'outcome' or parcel.outcome = filter ->> 'outcome')
      and (not filter ? 'source' or coalesce(details.source, 'website') = filter ->> 'source')
      and (batch is null or exists (
        select from private.exported_orders
        where batch_id = batch and order_id = o.id and left_at is null
      ))
      and (first_at is null or staged.date >= first_at)
      and (end_at is null or staged.date < end_at)
    order by
      case when newer then staged.date end, case when newer then staged.order_id end,
      case when not newer then staged.date end desc, case when not newer then staged.order_id end desc
    limit max_rows
  ) as found
  order by
    case when newer then found.date end, case when newer then found.order_id end,
    case when not newer then found.date end desc, case when not newer then found.order_id end desc
  limit max_rows;
end
$$;

comment on function private.scan_filtered(private.list_search, private.list_cursor, boolean, integer) is
  'The orders that a filter lets through, nearest to the cursor first. The filter is {stage?, courier?, outcome?, source?,
batch?, from?, to?, mark?, group?}; from and to are days of Karachi, a mark is one of an open order on which nobody
has decided, or "any", and a group is of marks.';

create or replace function private.move_parcels(events private.parcel_events[]) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  e private.parcel_events;
  p private.parcels;
  b private.bookings;
  moves private.parcel_state;
  outcome text;
  moved private.parcel_events[] := '{}';
  bookings private.bookings[] := '{}';
  refused jsonb := '{}';
begin
  foreach e in array events loop
    select * into p from private.parcels where id = e.parcel_id;
    select * into b from private.bookings where order_id = p.order_id;
    moves := private.plain_state(e.state);
    if p.is_current and moves not in ('delivered', 'returned') and exists (
      select from public.orders where id = p.order_id and private.is_erased(shipping_address)
    ) then
      refused := refused || jsonb_build_object(p.id, 'erased');
      continue;
    end if;
    outcome := coalesce(b.outcome, case when e.reason = 'refused' then 'refused' else 'returned' end);
    e.before := jsonb_build_object(
      'parcel', to_jsonb(p) - array['id', 'order_id', 'nth', 'courier', 'tracking_number', 'paid'],
      'order', jsonb_build_object('status', b.status, 'outcome', b.outcome, 'endReason', b.end_reason)
    );
    if moves = 'returned' then
      e.reason := coalesce(e.reason, p.reason, outcome);
    end if;
    moved := moved || e;
    if p.is_current and (
      moves <> private.plain_state(p.state) or moves = 'returned' and outcome is distinct from b.outcome
    ) then
      case moves
        when 'handed_over' then b.status := 'shipped';
        when 'delivered' then b.status := 'delivered';
        when 'returned' then
          b.status := 'cancelled';
          b.outcome := outcome;
        -- A courier that cancels a booking never had the parcel: the order is to be packed again.
        when 'cancelled' then
          b.courier := null;
          b.tracking_number := null;
        else null;
      end case;
      bookings := bookings || b;
    end if;
  end loop;
  insert into private.order_audit (order_id, actor, actor_id, before, after)
  select
    order_id, 'admin', auth.uid(),
    jsonb_build_object('parcel', parcels.state), jsonb_build_object('parcel', event.state)
  from unnest(moved) with ordinality as event
  join private.parcels on parcels.id = event.parcel_id
  where event.state <> parcels.state
  order by event.ordinality;
  perform private.set_parcels(moved);
  perform private.save_bookings(bookings);
  return refused;
end
$$;

comment on function private.move_parcels(private.parcel_events[]) is
  'Sets the states of parcels whose orders are locked, one event for each, and what follows for the orders. Returns
why it cannot, by the ids of such parcels.';

create or replace function private.undo_booked(before jsonb) returns jsonb[]
language plpgsql volatile set search_path = '' as $$
declare
  bookings private.bookings[];
  results jsonb[];
begin
  with checked as (
    select id, former, case
      when o.id is null then 'not_found'
      when o.version <> (former ->> 'version')::integer or last_event <> (former ->> 'lastEvent')::bigint
        -- What a file has paid stays.
        or exists (
          select from private.money_lines as line join private.parcels as p on p.id = line.parcel_id
          where p.order_id = o.id and not former -> 'parcels' @> jsonb_build_array(jsonb_build_object('id', p.id))
        ) then 'stale'
    end as why
    from jsonb_each(before) as saved (id, former)
    left join public.orders as o using (id)
    left join private.shown_bookings using (id)
  )
  select
    array_agg(row(
      id, former #>> '{order,status}', former #>> '{order,courier}', former #>> '{order,trackingNumber}',
      former #>> '{order,outcome}', former #>> '{order,endReason}', null
    )::private.bookings order by id) filter (where why is null),
    array_agg(jsonb_strip_nulls(jsonb_build_object('id', id, 'ok', why is null, 'code', why)) order by id)
  into bookings, results from checked;
  perform private.save_bookings(bookings);
  perform private.restore_parcels(order_id, before -> order_id) from unnest(bookings);
  -- Why its customer cancelled went when it was opened.
  update private.order_details as saved set
    cancel_reason = before #>> array[saved.order_id, 'cancelReason'],
    cancel_text = before #>> array[saved.order_id, 'cancelText']
  from unnest(bookings) as booked
  where saved.order_id = booked.order_id and booked.status = 'cancelled'
    and saved.cancel_reason is distinct from before #>> array[saved.order_id, 'cancelReason'];
  -- Back in the batches that it left by the act.
  update private.exported_orders as exported set left_at = null
  from unnest(bookings) as booked, private.export_batches as batch
  where exported.order_id = booked.order_id and batch.id = exported.batch_id and batch.courier = booked.courier
    and exported.left_at = (before #>> array[exported.order_id, 'at'])::timestamptz;
  return private.booking_results(results);
end
$$;

comment on function private.undo_booked(jsonb) is
  'Gives back the locked orders of an act that set bookings, where nobody changed them since.';

-- Security definer: the service role has no right to any table of ours.
create or replace function public.claim_notices(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' set timezone = 'UTC' as $$
declare
  settings private.notice_settings;
  claimed bigint[] := '{}';
begin
  select * into settings from private.notice_settings;
  update private.notice_settings set claimed_at = now()
  where claimed_at is null or claimed_at < now() - interval '1 minute';
  if (p ->> 'hasBuildHook')::boolean then
    insert into private.notice_targets (way) values ('build') on conflict do nothing;
  else
    delete from private.notice_targets where way = 'build';
  end if;
  -- Two programs would make two notices of the same acts.
  if pg_try_advisory_xact_lock(hashtextextended('outbox', 0)) then
    -- Pauses that have ended by themselves.
    delete from private.pauses where until <= private.shop_day(now());
    perform private.gather_notices();
    perform private.fold_stages();
    with due as (
      select id from private.outbox
      where ended_at is null and next_at <= now()
      order by next_at, id limit 20
      for update skip locked
    ),
    taken as (
      update private.outbox as notice set
        attempts = notice.attempts + 1,
        claimed_at = now(),
        unreported = true,
        -- When it comes again if nothing is reported of it.
        next_at = now() + case notice.attempts
          when 0 then interval '1 minute' when 1 then interval '5 minutes' else interval '30 minutes'
        end
      from due where notice.id = due.id
      returning notice.id
    )
    select coalesce(array_agg(id), '{}') into claimed from taken;
  end if;
  return jsonb_build_object(
    'vapid', case when settings.vapid_private is not null then jsonb_build_object(
      'publicKey', settings.vapid_public, 'privateKey', settings.vapid_private
    ) end,
    'notices', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', notice.id,
        'kind', notice.kind,
        'subject', notice.subject,
        'status', case when notice.kind = 'step' then o.status end,
        'counts', notice.counts,
        'toConfirm', case when notice.kind in ('order', 'several', 'digest') then (
          select orders from private.stage_counts where stage = 'to_confirm'
        ) end,
        'amount', case when notice.kind <> 'step' then coalesce(notice.amount, o.total) end,
        -- Not as it was typed: a customer may type anything there.
        'city', (
          select name from private.city_names where folded = regexp_replace(
            private.fold_letters(o.shipping_address ->> 'city'), '[\s[:punct:]]+', '', 'g'
          )
        ),
        'targets', (
          select coalesce(jsonb_agg(jsonb_build_object(
            'id', target.id, 'way', target.way, 'url', target.url,
            'p256dh', target.p256dh, 'auth', target.auth
          )), '[]')
          from private.targets_of(notice) as target
        )
      ) order by notice.id), '[]')
      from private.outbox as notice
      left join public.orders as o on o.id = notice.subject and notice.kind not in ('message', 'test')
      where notice.id = any (claimed)
    )
  );
end
$$;

grant execute on function public.claim_notices(jsonb) to service_role;

comment on function public.claim_notices(jsonb) is
  'Takes up to 20 notices that are due, as {notices: [{id, kind, subject, status, counts, toConfirm, amount, city,
targets}], vapid}, for the program that sends them, which says {hasBuildHook}. Each comes again until report_notices()
says that all targets were told. Folds the stages, so that no reader has much to fold.';

create or replace function private.save_batch(courier text, ids text[]) returns private.export_batches
language plpgsql volatile set search_path = '' as $$
declare
  batch private.export_batches;
begin
  insert into private.export_batches (courier, actor_id) values (save_batch.courier, auth.uid())
  returning * into batch;
  perform private.set_courier(ids, batch.courier);
  insert into private.exported_orders (batch_id, order_id)
  select batch.id, o.id
  from public.orders as o where o.id = any (ids)
  -- What is in a parcel, as a text that is the same for equal parcels.
  order by (
    select string_agg(
      concat_ws(' ', line ->> 'quantity', line ->> 'id', line ->> 'size'), ', '
      order by line ->> 'id', line ->> 'size'
    )
    from jsonb_array_elements(o.items) as line
  ), o.date, o.id;
  return batch;
end
$$;

comment on function private.save_batch(text, text[]) is
  'Books orders with a courier as a new batch.';

create or replace function private.batch_row(asked jsonb) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  batch private.export_batches;
  ids constant text[] := private.read_ids(asked);
  included constant jsonb := private.read_included(asked);
  taken text[];
  left_out jsonb;
  formers jsonb;
begin
  perform private.check_request(asked, 32768, array['id', 'courier', 'ids', 'includeExported', 'include']);
  perform private.require_courier(asked ->> 'courier');
  if coalesce(jsonb_typeof(asked -> 'includeExported'), 'null') not in ('null', 'boolean') then
    perform private.refuse('bad_field', 'includeExported');
  end if;
  if ids is null then
    perform private.refuse('bad_field', 'ids');
  end if;
  -- One export at a time: the second one finds booked what the first one took.
  perform pg_advisory_xact_lock(hashtextextended('export', 0));

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
  from private.sort_out(ids, coalesce((asked ->> 'includeExported')::boolean, false), included);

  formers := (select jsonb_object_agg(id, before) from private.former_bookings where id = any (taken));
  if cardinality(taken) > 0 then
    batch := private.save_batch(asked ->> 'courier', taken);
  end if;
  return jsonb_build_object(
    'id', asked ->> 'id',
    'ok', true,
    'batch', (select to_jsonb(saved) from private.batches as saved where saved.id = batch.id),
    'exported', to_jsonb(taken),
    'leftOut', left_out,
    'before', private.undoable(formers)
  );
end
$$;

comment on function private.batch_row(jsonb) is
  'The row of the act "batch": it books at most 500 orders with a courier, {id, courier, ids, includeExported?, include?}.
Orders with a reason of private.packable stay out, but for those that "include" names: marked, unconfirmed, changed.';

create or replace function private.batch_stages(p_id bigint) returns jsonb
language sql stable set search_path = '' set enable_seqscan = off set jit = off as $$
  select coalesce(jsonb_object_agg(stage, orders), '{}') from (
    select case when staged.stage in ('cancelled', 'replaced') and exists (
      select from private.parcels where order_id = exported.order_id and is_current and state = 'received_back'
    ) then 'came_back' else staged.stage end as stage, count(*) as orders
    from private.exported_orders as exported
    join private.staged_orders as staged on staged.order_id = exported.order_id
    where exported.batch_id = p_id and exported.left_at is null group by 1
  ) as counted
$$;

comment on function private.batch_stages(bigint) is
  'How many orders of a batch are at which stage as of the last fold, without those that left. What came back stays so
once it is checked in.';

-- Security definer: batches cannot be read through the API.
create or replace function public.admin_batches(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  page_size constant integer := 25;
  older_than constant numeric := (p ->> 'older')::numeric;
  shown bigint[];
begin
  perform private.require_admin();
  perform private.fold_stages();
  -- One more than a page says whether there is a next page.
  shown := array(
    select id from private.export_batches
    where older_than is null or id < older_than order by id desc limit page_size + 1
  );
  return private.respond(200, jsonb_build_object(
    'batches', (
      select coalesce(
        jsonb_agg(to_jsonb(batch) || jsonb_build_object('stages', private.batch_stages(id)) order by id desc), '[]'
      )
      from private.batches as batch where id = any (shown[1:page_size])
    ),
    'older', case when cardinality(shown) > page_size then shown[page_size] end
  ));
end
$$;

grant execute on function public.admin_batches(jsonb) to authenticated;

comment on function public.admin_batches(jsonb) is
  'A page of batches for {older?}, newest first, with how many of their orders are at which stage, for admins.';

-- Security definer: as public.admin_batches().
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
  perform private.fold_stages();
  shown := array(
    select position from private.exported_orders
    where batch_id = batch.id and position > coalesce((p ->> 'after')::bigint, 0)
    order by position limit page_size + 1
  );
  return private.respond(200, jsonb_build_object(
    'batch', (select to_jsonb(saved) from private.batches as saved where saved.id = batch.id) || case
      when p ? 'after' then '{}' else jsonb_build_object(
        'stages', private.batch_stages(batch.id), 'acts', private.batch_acts(batch.id)
      )
    end,
    'orders', (
      select coalesce(
        jsonb_agg(
          private.order_json(o, true) || jsonb_build_object(
            'reasons', (select reasons from private.packable where id = o.id),
            'position', exported.position,
            'cells', exported.cells,
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
with the rows that were sent and when an order left; or null. Its first page counts the stages, and names
the acts that can be undone. For admins.';

create or replace function private.sheet_row(asked jsonb) returns jsonb
language plpgsql volatile set search_path = '' as $$
begin
  perform private.check_request(asked, 32768, array['id', 'batch', 'cells']);
  update private.exported_orders set cells = asked -> 'cells'
  where batch_id = (asked ->> 'batch')::bigint and order_id = asked ->> 'id' and left_at is null;
  if not found then
    perform private.refuse('not_found');
  end if;
  return jsonb_build_object('id', asked ->> 'id', 'ok', true);
end
$$;

comment on function private.sheet_row(jsonb) is
  'A row of the act "sheet": the row of a batch as it was sent to the courier, {id, batch, cells}.';

create or replace function private.decide_rows(act text, rows jsonb) returns jsonb[]
language plpgsql volatile set search_path = '' set enable_seqscan = off as $$
declare
  ids constant text[] := array(select asked ->> 'id' from jsonb_array_elements(rows) as asked);
  decided text[];
  statuses jsonb;
  moment timestamptz;
begin
  perform private.check_request(asked, 1024, array['id']) from jsonb_array_elements(rows) as asked;
  perform from public.orders where id = any (ids) order by id for update;
  -- Later than that of every act on these orders before.
  moment := clock_timestamp();
  decided := array(select distinct order_id from private.undecided_marks where order_id = any (ids));
  update private.marked_orders set ended_at = moment where order_id = any (decided) and ended_at is null;
  statuses := (select jsonb_object_agg(id, status) from public.orders where id = any (decided));
  perform private.log_changes('admin', id, '{"decision": null}', jsonb_build_object('decision', act))
  from unnest(decided) as id;
  if act = 'discard' then
    perform private.set_orders(
      array(select row(id, 'cancelled', null)::private.order_state from unnest(decided) as id), 'admin'
    );
  end if;
  return array(
    select case when o.id is null then jsonb_build_object('id', asked -> 'id', 'ok', false, 'code', 'decided')
      else jsonb_build_object('id', o.id, 'ok', true, 'version', o.version, 'before', jsonb_build_object(
        'act', act, 'endedAt', moment, 'status', statuses -> o.id, 'version', o.version
      )) end
    from jsonb_array_elements(rows) with ordinality as listed (asked, nth)
    left join public.orders as o on o.id = asked ->> 'id' and o.id = any (decided)
    order by nth
  );
end
$$;

comment on function private.decide_rows(text, jsonb) is
  'Releases or discards marked orders that are open and not booked: rows of {id}. A result has the version after it.';

create or replace view private.waiting as
  select *, unread_messages + open_requests as unread,
    (select count(*) from private.current_pauses) as paused,
    array_remove(array[
      case when not exists (select from private.notice_targets where way = 'push' and order_id is null) then 'notices' end,
      case when not exists (select from private.export_batches)
        and not exists (select from private.courier_settings)
        and not exists (select from private.couriers where version > 1) then 'couriers' end
    ], null) as to_set_up,
    (
      select coalesce(jsonb_agg(to_jsonb(grouped) order by orders desc, mark, "group"), '[]') from (
        select mark, group_key as "group", count(*) as orders
        from (select * from private.undecided_marks limit 1000) as undecided
        group by mark, group_key order by orders desc, mark, group_key limit 20
      ) as grouped
    ) as marked_groups
  from (
    select
      (select count(*) from private.contact_messages where read_at is null) as unread_messages,
      (select count(*) from private.help_requests where state = 'open') as open_requests,
      (
        select count(distinct order_id) from (
          select order_id from private.undecided_marks limit 1000
        ) as undecided
      ) as marked_orders,
      (
        select count(*) from private.unsent_copies where reported_at > now() - interval '30 days'
      ) as unsent_copies,
      (
        select count(*) from (
          select from public.orders
          where not private.is_erased(shipping_address)
            -- Closed orders are erased within a day; the second day is for a late run.
            and date < now() - private.retention_time() - interval '2 days'
          limit 1000
        ) as late
      ) as past_retention
  ) as counts;

comment on view private.waiting is
  'How many messages are unread, requests for help open, and both; how many marked orders are open and not
booked, of the first 1,000 marks, and their 20 largest groups, {mark, group, orders}; how many orders of the last 30 days have a copy that the form service did not
take; how many orders have personal data longer than they should, up to 1,000: most are still open; how many
sizes, or the whole shop, are paused; and what a new shop has to set up still: "notices" while no device of an admin is
told, "couriers" until one is changed or used.';

-- Security definer: a search uses indexes only without row level security.
create or replace function public.admin_orders(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  page private.list_page;
begin
  perform private.require_admin();
  perform private.fold_stages();
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
  'A page of orders for {search?, status?, filter?, older?, newer?, limit?}, newest first, and all couriers, for admins.
A filter that is not known is refused.';

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
    -- Pages that were loaded before know it by this name.
    'earlier', (
      select jsonb_build_object('count', sum(orders)) || jsonb_object_agg(status, orders)
      from (
        select listed.status, count(other.id) as orders
        from unnest(enum_range(null::public.order_status)) as listed (status)
        left join public.orders as other on other.status = listed.status
          and other.phone_key = shown.phone_key and other.id <> shown.id
          and not private.is_erased(shown.shipping_address)
        group by listed.status
      ) as counts
    ),
    'marks', private.order_marks(shown),
    'reasons', (select reasons from private.packable where id = p_id),
    'stage', (select stage from private.order_stage where id = p_id),
    'source', coalesce(details.source, 'website'),
    'outcome', (select outcome from private.parcels where order_id = p_id and is_current),
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
  'One order in full, how many other orders its phone has by status, its marks, source and outcome, its
notes and its changes, oldest first, its stage, whether it may be deleted, when too many wrong phones were tried at it, and
all couriers; or null. For admins.';

-- Security definer: the totals cannot be read through the API.
create or replace function public.admin_order_counts() returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return private.respond(200, (
    select jsonb_build_object(
        'all', coalesce(sum(orders), 0),
        'marked', (select marked_orders from private.waiting),
        'groups', (select marked_groups from private.waiting)
      )
      || jsonb_object_agg(listed.status, coalesce(orders, 0))
    from unnest(enum_range(null::public.order_status)) as listed (status)
    left join private.status_totals as total on total.status = listed.status
  ));
end
$$;

grant execute on function public.admin_order_counts() to authenticated;

comment on function public.admin_order_counts() is
  'How many orders have each status and are marked, and the largest groups of marked ones, {mark, group, orders}, for
admins.';

create or replace function private.set_numbers(numbers jsonb) returns void
language sql volatile set search_path = '' as $$
  select private.save_bookings(array(
    select row(
      b.order_id, b.status, b.courier, numbers ->> p.id::text, b.outcome, b.end_reason, b.state
    )::private.bookings
    from private.bookings as b join private.parcels as p on p.order_id = b.order_id and p.is_current
    where numbers ? p.id::text
  ))
$$;

comment on function private.set_numbers(jsonb) is
  'Sets the tracking numbers of current parcels whose orders are locked: {parcel: number, or null for none}.';

create or replace function private.add_numbers(rows private.statement_row[], lines jsonb) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  numbers jsonb;
begin
  with named as (
    select line.parcel_id, number, private.number_key(number) as key
    from unnest(rows) with ordinality as line
    join jsonb_array_elements(lines) with ordinality as listed (said, place) on place = line.ordinality,
      lateral (select said ->> 'trackingNumber' as number) as one
    where line.parcel_id is not null and number ~ '^[A-Za-z0-9][A-Za-z0-9 ./_-]{0,63}$'
  )
  select coalesce(jsonb_object_agg(parcel_id, number), '{}') into numbers
  from (
    select parcel_id, min(number) as number, min(key) as key from named
    group by parcel_id having count(distinct key) = 1
  ) as own
  join private.parcels as p on p.id = parcel_id
  join public.orders as o on o.id = p.order_id
  where p.is_current and p.tracking_number is null and p.state <> 'cancelled'
    and not private.is_erased(o.shipping_address)
    and not exists (select from named as other where other.key = own.key and other.parcel_id <> own.parcel_id)
    -- A column of ids is none of numbers.
    and not exists (select from public.orders where id = own.key);
  perform private.set_numbers(numbers);
  return numbers;
end
$$;

comment on function private.add_numbers(private.statement_row[], jsonb) is
  'Gives parcels without a tracking number that of their lines, and returns {parcel: number}. A parcel with two numbers,
and a number of two parcels, are not certain: nothing is set.';

create or replace view private.number_versions as
  select p.id as parcel_id, p.is_current, jsonb_build_array(
    o.version, (select max(event.id) from private.parcel_events as event where event.parcel_id = p.id)
  ) as version
  from private.parcels as p join public.orders as o on o.id = p.order_id;

comment on view private.number_versions is 'What a file that numbers a parcel is compared with, to take the number back.';

create or replace function private.save_numbered(p_id bigint, ids bigint[]) returns void
language sql volatile set search_path = '' as $$
  update private.statements set numbered = (
    select jsonb_object_agg(parcel_id, version) from private.number_versions where parcel_id = any (ids)
  )
  where id = p_id
$$;

comment on function private.save_numbered(bigint, bigint[]) is
  'Saves which parcels have their numbers from a file, and what they are after it.';

create or replace function private.numbered_by(p_id bigint) returns bigint[]
language sql stable set search_path = '' as $$
  select array(
    select parcel_id
    from private.statements as statement, jsonb_each(statement.numbered) as saved (parcel, version)
    join private.number_versions as now on parcel_id = parcel::bigint and is_current and now.version = saved.version
    where statement.id = p_id
      and not exists (select from private.money_lines where parcel_id = now.parcel_id and statement_id <> p_id)
    order by 1
  )
$$;

comment on function private.numbered_by(bigint) is
  'The parcels that have their numbers from a file, where nothing newer happened to them.';

create or replace function private.take_numbers_back(p_id bigint, ids bigint[]) returns void
language sql volatile set search_path = '' as $$
  update private.statements set numbered = null where id = p_id;
  select private.set_numbers((select jsonb_object_agg(id, null) from unnest(ids) as id))
$$;

comment on function private.take_numbers_back(bigint, bigint[]) is
  'Parcels of a file have no number again, and none is its any more.';

create or replace function private.undo_events(events private.parcel_events[]) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  e private.parcel_events;
  p private.parcels;
  b private.bookings;
  former private.parcels;
  why text;
  bookings private.bookings[] := '{}';
  remaining jsonb := '[]';
begin
  foreach e in array events loop
    select * into p from private.parcels where id = e.parcel_id;
    select * into b from private.bookings where order_id = p.order_id;
    former := jsonb_populate_record(p, e.before -> 'parcel');
    why := case
      when p.is_current <> (former.is_current and e.state <> 'cancelled') or exists (
        select from private.parcel_events as later
        join private.parcels as of_order on of_order.id = later.parcel_id
        where of_order.order_id = p.order_id and later.id > e.id
      ) then 'changed_since'
      when exists (
        select from public.orders where id = p.order_id and private.is_erased(shipping_address)
      ) then 'erased'
    end;
    if why is not null then
      remaining := remaining || jsonb_build_object('why', why, 'orderId', p.order_id);
      continue;
    end if;
    delete from private.parcel_events where id = e.id;
    update private.parcels set
      is_current = former.is_current, state = former.state, to_collect = former.to_collect,
      reason = former.reason, damaged = former.damaged, handed_over_at = former.handed_over_at,
      state_at = former.state_at, ended_at = former.ended_at, outcome = former.outcome
    where id = p.id;
    perform private.log_changes(
      'admin', p.order_id, jsonb_build_object('parcel', p.state, 'courier', b.courier),
      jsonb_build_object(
        'parcel', former.state, 'courier', case when former.is_current then p.courier else b.courier end
      )
    );
    if former.is_current and (p.state = 'cancelled'
      or private.plain_state(p.state) <> private.plain_state(former.state)
      or b.outcome is distinct from e.before #>> '{order,outcome}') then
      bookings := bookings || row(
        p.order_id, e.before #>> '{order,status}', p.courier, p.tracking_number, e.before #>> '{order,outcome}',
        e.before #>> '{order,endReason}', former.state
      )::private.bookings;
    end if;
  end loop;
  -- Of several events of an order the oldest says what it was before all of them.
  perform private.save_bookings(array(
    select distinct on (order_id)
      row(order_id, status, courier, tracking_number, outcome, end_reason, state)::private.bookings
    from unnest(bookings) with ordinality order by order_id, ordinality desc
  ));
  return remaining;
end
$$;

comment on function private.undo_events(private.parcel_events[]) is
  'Takes back what a file or the returns desk did to parcels and their orders, which are locked, the newest event
first. Returns {why, orderId} of what it cannot take back: something newer happened, or the order is erased.';

create or replace function private.take_back(
  p_id bigint, later private.statements default null, rows private.statement_row[] default '{}'
) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  paid bigint[];
  events private.parcel_events[];
  remaining jsonb;
begin
  -- What the file that replaces it says as well is not undone and done again.
  update private.parcel_events as event set statement_id = later.id
  from (select distinct parcel_id, state from unnest(rows)) as line
  where event.statement_id = p_id and (event.parcel_id, event.state) = (line.parcel_id, line.state);
  paid := array(select distinct parcel_id from private.money_lines where statement_id = p_id);
  delete from private.money_lines where statement_id = p_id;
  perform private.sum_parcels(paid);
  perform private.sum_payments(array[p_id]);
  events := array(select event from private.parcel_events as event where statement_id = p_id order by id desc);
  remaining := private.undo_events(events);
  return jsonb_build_object(
    'ok', true, 'undone', cardinality(events) - jsonb_array_length(remaining), 'left', remaining
  );
end
$$;

comment on function private.take_back(bigint, private.statements, private.statement_row[]) is
  'Takes back the money of a file whose orders are locked, and the states where nothing newer happened, but for
those that are also in the rows of one that replaces it.';

create or replace function private.save_taken_back(p_id bigint) returns void
language sql volatile set search_path = '' as $$
  update private.statements set taken_back = jsonb_build_object(
    'money', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'parcel', parcel_id, 'kind', kind, 'amount', amount, 'dated', dated
      ) order by id), '[]')
      from private.money_lines where statement_id = p_id
    ),
    -- Without the words of the courier, which are erased with the customer.
    'states', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'parcel', parcel_id, 'state', state, 'reason', reason, 'at', at
      ) order by id), '[]')
      from private.parcel_events where statement_id = p_id
    ),
    'numbers', (
      select coalesce(jsonb_agg(jsonb_build_object('parcel', id)), '[]')
      from unnest(private.numbered_by(p_id)) as id
    )
  )
  where id = p_id
$$;

comment on function private.save_taken_back(bigint) is
  'Saves what a file says, before another one takes its place.';

create or replace function private.bring_back(former private.statements, later private.statements) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  rows private.statement_row[] := array(
    select row(
      listed.place, p.id, p.order_id, null, (said ->> 'state')::private.parcel_state, null, said ->> 'reason',
      (said ->> 'at')::timestamptz, '[]'
    )::private.statement_row
    from jsonb_array_elements(former.taken_back -> 'states') with ordinality as listed (said, place)
    join private.parcels as p on p.id = (said ->> 'parcel')::bigint
    order by listed.place
  );
  numbered constant bigint[] := private.numbered_by(later.id);
  own constant bigint[] := array(
    select id from unnest(numbered) as id
    where former.taken_back -> 'numbers' @> jsonb_build_array(jsonb_build_object('parcel', id))
  );
  response jsonb;
begin
  perform private.take_numbers_back(later.id, array(select unnest(numbered) except select unnest(own)));
  update private.statements set undone_at = null, taken_back = null, in_bank_at = later.in_bank_at
  where id = former.id;
  response := private.take_back(later.id, former, rows);
  perform private.apply_states(former, rows);
  insert into private.money_lines (parcel_id, statement_id, kind, amount, dated)
  select p.id, former.id, said ->> 'kind', (said ->> 'amount')::bigint, (said ->> 'dated')::date
  from jsonb_array_elements(former.taken_back -> 'money') with ordinality as listed (said, place)
  join private.parcels as p on p.id = (said ->> 'parcel')::bigint
  order by listed.place;
  perform private.sum_parcels(array(
    select distinct parcel_id from private.money_lines where statement_id = former.id
  ));
  perform private.sum_payments(array[former.id]);
  perform private.save_numbered(former.id, own);
  return response || jsonb_build_object('restored', former.id);
end
$$;

comment on function private.bring_back(private.statements, private.statements) is
  'Undoes a file that took the place of another one, which is applied again with all that it had.';

create or replace function private.parcels_of(p_id bigint) returns bigint[]
language sql stable set search_path = '' as $$
  select array(
    select parcel_id from private.money_lines where statement_id = p_id
    union
    select parcel_id from private.parcel_events where statement_id = p_id
    union
    select parcel::bigint
    from private.statements as statement, jsonb_object_keys(statement.numbered) as parcel
    where statement.id = p_id
  )
$$;

comment on function private.parcels_of(bigint) is 'The parcels to which a file did something.';

create or replace function private.sum_payments(ids bigint[]) returns void
language sql volatile set search_path = '' as $$
  delete from private.payments where statement_id = any (ids);
  insert into private.payments (statement_id, day, collected, kept, unlisted)
  select statement_id, day, sum(collected), sum(kept), sum(unlisted)
  from (
    select statement_id, dated as day, case kind when 'cash' then amount else 0 end as collected,
      case kind when 'cash' then 0 else amount end as kept, 0 as unlisted
    from private.money_lines where statement_id = any (ids)
    union all
    select id, coalesce(dated, private.shop_day(applied_at)), 0, 0,
      net - (select coalesce(sum(amount), 0) from private.money_lines where statement_id = statement.id)
    from private.statements as statement
    where id = any (ids) and undone_at is null and net is not null
  ) as amounts
  group by statement_id, day
  having (sum(collected), sum(kept), sum(unlisted)) <> (0, 0, 0);
$$;

comment on function private.sum_payments(bigint[]) is 'Sums up files whose lines changed.';

create or replace function private.check_lines(p jsonb) returns void
language plpgsql volatile set search_path = '' as $$
begin
  perform private.check_request(p, 4000000, array[
    'id', 'courier', 'number', 'digest', 'fileName', 'dated', 'net', 'replaces', 'lines'
  ]);
  if coalesce(p ->> 'courier', '') !~ '^[a-z0-9-]{1,40}$' then
    perform private.refuse('courier_invalid', 'courier');
  end if;
  if coalesce(p ->> 'digest', '') !~ '^[0-9a-f]{64}$' then
    perform private.refuse('bad_field', 'digest');
  end if;
  if not private.is_day(p -> 'dated') then
    perform private.refuse('bad_field', 'dated');
  end if;
  if jsonb_typeof(p -> 'lines') is distinct from 'array' then
    perform private.refuse('bad_field', 'lines');
  end if;
  if jsonb_array_length(p -> 'lines') > 6000 then
    perform private.refuse('too_many', 'lines');
  end if;
  if exists (
    select from jsonb_array_elements(p -> 'lines') as line
    where jsonb_typeof(line) <> 'object'
      or line - array['row', 'reference', 'trackingNumber', 'state', 'word', 'reason', 'at', 'money'] <> '{}'
      or jsonb_typeof(line -> 'row') is distinct from 'number'
      or line ->> 'state' <> all (enum_range(null::private.parcel_state)::text[])
      or line ->> 'at' !~ '^20\d\d-'
      or line ->> 'reason' !~ '^[a-z_]{1,40}$'
      or length(concat(line ->> 'reference', line ->> 'trackingNumber', line ->> 'word')) > 300
      or jsonb_typeof(line -> 'money') <> 'array'
  ) or exists (
    select from jsonb_array_elements(p -> 'lines') as line, jsonb_array_elements(
      case jsonb_typeof(line -> 'money') when 'array' then line -> 'money' else '[]' end
    ) as money
    where jsonb_typeof(money) <> 'object' or not private.is_day(money -> 'dated') or money - array['kind', 'amount', 'dated'] <> '{}'
      or coalesce(money ->> 'kind', '') not in ('cash', 'fee', 'tax', 'return_fee', 'adjustment')
      or jsonb_typeof(money -> 'amount') is distinct from 'number'
      or abs((money ->> 'amount')::numeric) > 10000000000
      or (money ->> 'amount')::numeric % 1 <> 0
  ) then
    perform private.refuse('bad_field', 'lines');
  end if;
end
$$;

comment on function private.check_lines(jsonb) is 'Refuses an invalid file.';

create or replace function private.add_money(statement private.statements, rows private.statement_row[]) returns bigint
language plpgsql volatile set search_path = '' as $$
declare
  net bigint;
begin
  with added as (
    insert into private.money_lines (parcel_id, statement_id, kind, amount, dated)
    select line.parcel_id, statement.id, part ->> 'kind', (part ->> 'amount')::bigint,
      coalesce((part ->> 'dated')::date, statement.dated, private.shop_day(statement.applied_at))
    from unnest(rows) with ordinality as line, jsonb_array_elements(line.money) as part
    where line.parcel_id is not null and (part ->> 'amount')::bigint <> 0
    order by line.ordinality
    returning amount
  )
  select coalesce(sum(amount), 0) into net from added;
  perform private.sum_parcels(array(
    select distinct parcel_id from private.money_lines where statement_id = statement.id order by 1
  ));
  perform private.sum_payments(array[statement.id]);
  return net;
end
$$;

comment on function private.add_money(private.statements, private.statement_row[]) is
  'Saves the amounts of a file, and returns their sum.';

create or replace function private.similar_file(statement private.statements, rows private.statement_row[])
returns bigint
language sql stable set search_path = '' as $$
  with amounts as (
    select line.parcel_id, part ->> 'kind' as kind, (part ->> 'amount')::bigint as amount,
      coalesce((part ->> 'dated')::date, statement.dated) as dated
    from unnest(rows) as line, jsonb_array_elements(line.money) as part
    where line.parcel_id is not null
  )
  select former.id
  from amounts
  join private.money_lines as saved using (parcel_id, kind, amount)
  join private.statements as former on former.id = saved.statement_id
  where former.courier = statement.courier and former.id <> statement.id
    and saved.dated = coalesce(amounts.dated, saved.dated)
    -- Two numbers are two files.
    and (former.number = statement.number) is not false
  group by former.id
  having count(*) * 2 >= (select count(*) from amounts)
  order by count(*) desc, former.id desc limit 1
$$;

comment on function private.similar_file(private.statements, private.statement_row[]) is
  'A file that has at least half of the amounts already, where numbers do not tell them apart; or null.';

create or replace function private.apply_states(statement private.statements, rows private.statement_row[]) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  moves jsonb;
  events private.parcel_events[];
  refused jsonb;
begin
  select
    coalesce(jsonb_object_agg(p.id, jsonb_build_object('move', move, 'from', p.state, 'to', line.state)), '{}'),
    coalesce(array_agg(jsonb_populate_record(null::private.parcel_events, jsonb_build_object(
      'parcel_id', p.id, 'state', line.state, 'source', 'statement', 'statement_id', statement.id,
      'at', coalesce(line.at, statement.dated::timestamp at time zone 'Asia/Karachi', now()),
      'word', line.word, 'reason', line.reason
    )) order by p.id) filter (where move = 'moves'), '{}')
  into moves, events
  from (
    select distinct on (parcel_id) * from unnest(rows)
    where parcel_id is not null and state is not null
    -- A delivery and an attempt have no order but that of their times.
    order by parcel_id, case state when 'attempt_failed' then 'out_for_delivery' else state end desc,
      at desc nulls last, nth desc
  ) as line
  join private.parcels as p on p.id = line.parcel_id,
  lateral private.file_move(p, line.state, line.at, line.reason) as move;
  refused := private.move_parcels(events);
  return moves || (
    select coalesce(jsonb_object_agg(id, jsonb_set(moves -> id, '{move}', why)), '{}')
    from jsonb_each(refused) as refusal (id, why)
  );
end
$$;

comment on function private.apply_states(private.statements, private.statement_row[]) is
  'Sets the states of a file''s parcels. Returns for each, by its id, what became of it.';

create or replace function private.file_results(
  rows private.statement_row[], moves jsonb, former_money jsonb, new_money jsonb, numbers jsonb
) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
    'row', line.nth,
    'result', case
      when line.why = 'not_found' then 'unknown'
      when line.why is not null then 'conflict'
      when done.move = 'moves' and done.is_last then 'changed'
      when line.state is not null and done.move not in ('moves', 'same', 'behind') then 'conflict'
      when cash.amounts > 0 and new_money -> line.parcel_id::text is distinct from former_money -> line.parcel_id::text
        then 'money'
      when numbers ? line.parcel_id::text then 'number'
      else 'unchanged'
    end,
    'orderId', line.order_id,
    'from', done.from_state,
    'to', line.state,
    'toCollect', p.to_collect,
    'number', numbers -> line.parcel_id::text,
    'cash', cash.cash,
    'why', coalesce(
      line.why,
      case
        when line.state is null then case when line.word is not null then 'word' end
        when done.move not in ('moves', 'same') then done.move
      end
    )
  )) order by line.ordinality), '[]')
  from unnest(rows) with ordinality as line
  left join private.parcels as p on p.id = line.parcel_id,
  lateral (
    select moves #>> array[line.parcel_id::text, 'move'] as move,
      moves #>> array[line.parcel_id::text, 'from'] as from_state,
      moves #>> array[line.parcel_id::text, 'to'] = line.state::text as is_last
  ) as done,
  lateral (
    select count(*) as amounts,
      sum((amount ->> 'amount')::bigint) filter (where amount ->> 'kind' = 'cash') as cash
    from jsonb_array_elements(line.money) as amount
  ) as cash
$$;

comment on function private.file_results(private.statement_row[], jsonb, jsonb, jsonb, jsonb) is
  'What became of each row of a file: changed, money, number, unchanged, unknown or conflict, and why. Amounts that
the file that it replaces has as well are unchanged.';

create or replace function private.money_of(p_id bigint) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_object_agg(parcel_id, lines), '{}') from (
    select parcel_id, jsonb_agg(array[kind, amount::text, dated::text] order by kind, amount, dated) as lines
    from private.money_lines where statement_id = p_id group by parcel_id
  ) as parcels
$$;

comment on function private.money_of(bigint) is 'The amounts of a file by the id of their parcel.';

create or replace function private.sums_of(p_id bigint) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'sum', coalesce(sum(amount), 0), 'costs', coalesce(sum(amount) filter (where kind <> 'cash'), 0)
  )
  from private.money_lines where statement_id = p_id
$$;

comment on function private.sums_of(bigint) is 'What the amounts of a file sum to, and those that are not cash.';

create or replace function private.add_file(p jsonb) returns private.statements
language plpgsql volatile set search_path = '' as $$
declare
  p_number constant text := nullif(private.number_key(p ->> 'number'), '');
  known bigint;
  former private.statements;
  statement private.statements;
begin
  update private.statements set undone_at = now()
  where id = (p ->> 'replaces')::bigint and courier = p ->> 'courier' and undone_at is null
  returning * into former;
  select id into known from private.statements
  where courier = p ->> 'courier' and undone_at is null and (digest = p ->> 'digest' or number = p_number);
  if known is not null then
    perform private.refuse('statement_known', null, 409, jsonb_build_object('statement', known));
  end if;
  if former.id is null and p ->> 'replaces' is not null then
    perform private.refuse('not_found', 'replaces', 200);
  end if;
  insert into private.statements (
    courier, number, digest, file_name, dated, net, applied_by, written_number, replaces, in_bank_at
  )
  values (
    p ->> 'courier', p_number, p ->> 'digest',
    coalesce(private.clean_field('fileName', p -> 'fileName', 200), ''),
    (p ->> 'dated')::date, (p ->> 'net')::bigint, auth.uid(),
    private.clean_field('number', p -> 'number', 100), former.id, former.in_bank_at
  )
  returning * into statement;
  return statement;
end
$$;

comment on function private.add_file(jsonb) is
  'Saves a file, in place of the one that it replaces, whose tick "in the bank" it keeps. Refuses one whose
number or digest was applied already.';

create or replace function private.apply_file(p jsonb) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  former constant bigint := (p ->> 'replaces')::bigint;
  former_money constant jsonb := private.money_of(former);
  former_sums constant jsonb := private.sums_of(former);
  statement private.statements := private.add_file(p);
  rows private.statement_row[];
  locked text[];
  similar_id bigint;
  kept_numbers bigint[];
  numbers jsonb;
  moves jsonb;
  total bigint;
begin
  rows := array(select line from private.match_lines(statement.courier, p -> 'lines') as line);
  locked := private.lock_parcels(
    private.parcels_of(former) || array(select parcel_id from unnest(rows) where parcel_id is not null)
  );
  -- The statement that follows sees what others did to them before.
  rows := array(select line from private.match_lines(statement.courier, p -> 'lines') as line);
  if exists (select from unnest(rows) where parcel_id is not null and order_id <> all (locked)) then
    perform private.refuse('stale', null, 409);
  end if;
  similar_id := private.similar_file(statement, rows);
  if similar_id is not null and not p ? 'replaces' then
    perform private.refuse(
      'statement_known', null, 409, jsonb_build_object('statement', similar_id, 'similar', true)
    );
  end if;
  perform private.save_taken_back(former);
  kept_numbers := private.numbered_by(former);
  update private.statements set numbered = null where id = former;
  perform private.take_back(former, statement, rows);
  numbers := private.add_numbers(rows, p -> 'lines');
  moves := private.apply_states(statement, rows);
  total := private.add_money(statement, rows);
  perform private.save_numbered(
    statement.id, kept_numbers || array(select parcel::bigint from jsonb_object_keys(numbers) as parcel)
  );
  return jsonb_build_object(
    'ok', true,
    'statement', statement.id,
    'rows', private.file_results(rows, moves, former_money, private.money_of(statement.id), numbers),
    'numbered', (select count(*) from jsonb_object_keys(numbers)),
    'sum', total,
    'net', statement.net
  ) || case when former is null then '{}' else jsonb_build_object('former', former_sums) end;
end
$$;

comment on function private.apply_file(jsonb) is
  'Applies a file, in place of the one that it replaces. Refuses one that was applied already.';

create or replace function private.apply_row(asked jsonb) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  applied jsonb;
begin
  perform private.check_lines(asked);
  -- One file at a time: the second one finds what the first one did.
  perform pg_advisory_xact_lock(hashtextextended('statements', 0));
  applied := private.apply_file(asked);
  return applied - 'rows' || jsonb_build_object(
    'id', asked ->> 'id',
    'counts', (
      select coalesce(jsonb_object_agg(result, rows), '{}') from (
        select listed ->> 'result' as result, count(*) as rows
        from jsonb_array_elements(applied -> 'rows') as listed group by 1
      ) as counted
    ),
    'before', jsonb_build_object(applied ->> 'statement', null)
  );
end
$$;

comment on function private.apply_row(jsonb) is
  'The row of the act "apply": a courier''s file, which is applied whole or not at all, {id, courier, number?, digest,
fileName, dated?, net?, replaces?, lines: [{row, reference?, trackingNumber?, state?, word?, reason?, at?, money: [{kind,
amount, dated?}]}]}. Responds with how many rows came to what.';

-- Security definer: the files cannot be read through the API. As long as public.admin_act().
create or replace function public.admin_compare_statement(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' set enable_seqscan = off
set statement_timeout = '30s' as $$
declare
  applied jsonb;
begin
  perform private.require_admin();
  perform private.check_lines(p);
  perform pg_advisory_xact_lock(hashtextextended('statements', 0));
  begin
    applied := private.apply_file(p);
    raise exception using errcode = 'SHDRY';
  exception when sqlstate 'SHDRY' then
    null;
  end;
  return private.respond(200, applied - 'statement' || jsonb_build_object('rows', (
    select coalesce(jsonb_agg(
      result || case when o.id is null then '{}' else jsonb_build_object(
        'fullName', o.shipping_address ->> 'fullName', 'city', o.shipping_address ->> 'city'
      ) end
      order by nth
    ), '[]')
    from jsonb_array_elements(applied -> 'rows') with ordinality as listed (result, nth)
    left join public.orders as o on o.id = result ->> 'orderId'
  )));
exception
  when sqlstate 'SHREF' or data_exception or integrity_constraint_violation then
    return private.respond_error(sqlstate, sqlerrm);
end
$$;

grant execute on function public.admin_compare_statement(jsonb) to authenticated;

comment on function public.admin_compare_statement(jsonb) is
  'What the act "apply" would do with a courier''s file, row by row. Changes nothing. For admins.';

create or replace view private.listed_payments as
  select
    id, courier, coalesce(written_number, number) as number, file_name as "fileName", dated, applied_at as "appliedAt", undone_at as "undoneAt",
    in_bank_at as "inBankAt", cardinality(private.parcels_of(id)) as parcels, paid.*,
    (
      select request from private.acts where act = 'apply' and orders @> array[id::text] and before ? id::text
    ) as request
  from private.statements as statement, lateral (
    select coalesce(sum(collected), 0)::bigint as "customersPaid", coalesce(sum(kept), 0)::bigint as "couriersKept",
      coalesce(sum(unlisted), 0)::bigint as unlisted, coalesce(sum(came), 0)::bigint as came,
      coalesce(
        jsonb_agg(jsonb_build_object('day', day, 'came', came) order by day) filter (where came <> 0), '[]'
      ) as days
    from private.payments where statement_id = statement.id
  ) as paid;

comment on view private.listed_payments is
  'Files with what they pay, their number of parcels and the act that applied them, as the API has them.';

-- Security definer: the files cannot be read through the API.
create or replace function public.admin_statements(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  page_size constant integer := 25;
  older_than constant numeric := (p ->> 'older')::numeric;
  shown bigint[];
begin
  perform private.require_admin();
  -- One more than a page says whether there is a next page.
  shown := array(
    select id from private.statements
    where older_than is null or id < older_than order by id desc limit page_size + 1
  );
  return private.respond(200, jsonb_build_object(
    'statements', (
      select coalesce(jsonb_agg(to_jsonb(listed) order by id desc), '[]')
      from private.listed_payments as listed where id = any (shown[1:page_size])
    ),
    'older', case when cardinality(shown) > page_size then shown[page_size] end
  ));
end
$$;

grant execute on function public.admin_statements(jsonb) to authenticated;

comment on function public.admin_statements(jsonb) is
  'A page of files for {older?}, newest first, for admins.';

-- Security definer: as public.admin_statements(). Without sequential scans, as public.admin_act().
create or replace function public.admin_statement(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' set enable_seqscan = off as $$
declare
  page_size constant integer := 500;
  listed private.listed_payments;
  shown bigint[];
begin
  perform private.require_admin();
  select * into listed from private.listed_payments where id = (p ->> 'id')::bigint;
  if not found then
    return private.respond(200, null);
  end if;
  shown := array(
    select id from unnest(private.parcels_of(listed.id)) as id
    where id > coalesce((p ->> 'after')::bigint, 0) order by id limit page_size + 1
  );
  return private.respond(200, jsonb_build_object(
    'statement', to_jsonb(listed),
    'lines', (
      select coalesce(jsonb_agg(
        jsonb_build_object(
          'parcel', saved.id, 'orderId', o.id, 'fullName', o.shipping_address ->> 'fullName',
          'city', o.shipping_address ->> 'city', 'trackingNumber', saved.tracking_number, 'state', saved.state,
          'toCollect', saved.to_collect, 'paid', saved.paid, 'overpaid', greatest(saved.paid - saved.to_collect, 0),
          'money', (
            select coalesce(
              jsonb_agg(jsonb_build_object('kind', kind, 'amount', amount, 'dated', dated) order by id), '[]'
            )
            from private.money_lines where parcel_id = saved.id and statement_id = listed.id
          )
        )
        order by saved.id
      ), '[]')
      from private.parcels as saved join public.orders as o on o.id = saved.order_id
      where saved.id = any (shown[1:page_size])
    ),
    'next', case when cardinality(shown) > page_size then shown[page_size] end
  ));
end
$$;

grant execute on function public.admin_statement(jsonb) to authenticated;

comment on function public.admin_statement(jsonb) is
  'The file of {id, after?} and at most 500 of its parcels after this one, with their money in it and
what all files paid of them; or null. For admins.';

create or replace function private.undo_file(p_id bigint) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  undone private.statements;
  former private.statements;
  numbered bigint[];
  others text[];
  response jsonb;
begin
  update private.statements set undone_at = now() where id = p_id and undone_at is null returning * into undone;
  if not found then
    return '{"ok": false, "code": "stale"}';
  end if;
  select * into former from private.statements where id = undone.replaces and taken_back is not null;
  perform private.lock_parcels(private.parcels_of(undone.id) || array(
    select (said ->> 'parcel')::bigint
    from jsonb_path_query(former.taken_back, '$.*[*]') as said
  ));
  -- Another file may have its number or its lines meanwhile.
  if former.id is not null and not exists (
    select from private.statements as other
    where other.courier = former.courier and other.undone_at is null
      and (other.digest = former.digest or other.number = former.number)
  ) then
    return private.bring_back(former, undone);
  end if;
  numbered := private.numbered_by(undone.id);
  others := array(
    select order_id from private.parcels
    where id = any (private.parcels_of(undone.id)) and undone.numbered ? id::text and id <> all (numbered)
  );
  perform private.take_numbers_back(undone.id, numbered);
  response := private.take_back(undone.id);
  return jsonb_set(response, '{left}', (response -> 'left') || coalesce((
    select jsonb_agg(jsonb_build_object('why', 'changed_since', 'orderId', id) order by id)
    from unnest(others) as id
    where not response -> 'left' @> jsonb_build_array(jsonb_build_object('orderId', id))
  ), '[]'));
end
$$;

comment on function private.undo_file(bigint) is
  'Undoes a file: its money goes, and states and numbers go back where nothing newer happened. The others are in
"left". One in whose place it was is applied again, and named in "restored".';

create or replace function private.undo_applied(before jsonb) returns jsonb[]
language sql volatile set search_path = '' as $$
  select array(
    select jsonb_build_object('id', id) || private.undo_file(id::bigint)
    from jsonb_object_keys(before) as id order by id::bigint desc
  )
$$;

comment on function private.undo_applied(jsonb) is 'Undoes the files of an act, the last one first.';

create or replace function private.bank_row(asked jsonb) returns jsonb
language plpgsql volatile set search_path = '' as $$
begin
  perform private.check_request(asked, 1024, array['id', 'inBank']);
  if jsonb_typeof(asked -> 'inBank') is distinct from 'boolean' then
    perform private.refuse('bad_field', 'inBank');
  end if;
  update private.statements set
    in_bank_at = case when (asked ->> 'inBank')::boolean then coalesce(in_bank_at, now()) end
  where id = (asked ->> 'id')::bigint and undone_at is null;
  if not found then
    perform private.refuse('not_found');
  end if;
  return jsonb_build_object('id', asked ->> 'id', 'ok', true);
end
$$;

comment on function private.bank_row(jsonb) is
  'A row of the act "bank": whether what a file pays is in the bank, {id, inBank}. The other tick undoes it.';

create or replace function private.check_in(p private.parcels, act text) returns text
language plpgsql volatile set search_path = '' as $$
declare
  e private.parcel_events := private.admin_event(
    p.id,
    case act
      when 'lost' then 'lost'
      when 'found' then 'handed_over'
      -- Not handed_over: a courier's file of before would say anew that it was not delivered.
      when 'try_again' then 'out_for_delivery'
      when 'bring_back' then 'returning'
      else 'received_back'
    end::private.parcel_state
  );
begin
  if e.state = p.state and (act <> 'damaged' or p.damaged) then
    return 'unchanged';
  elsif p.state = 'booked' or p.state = 'cancelled' and p.handed_over_at is null then
    return 'not_sent';
  elsif act = 'found' and p.state <> 'lost' then
    return case when p.state = 'handed_over' then 'unchanged' else 'not_lost' end;
  elsif act = 'lost' and p.state in ('delivered', 'received_back', 'cancelled')
    or act in ('try_again', 'bring_back') and p.state <> 'attempt_failed' then
    return p.state;
  elsif not p.is_current and act in ('found', 'lost') and p.state = 'received_back' then
    return 'sent_again';
  end if;
  return private.move_parcels(array[e]) ->> p.id::text;
end
$$;

comment on function private.check_in(private.parcels, text) is
  'What an act of the returns desk does to a parcel whose order is locked. Returns why it does nothing, or null.';

create or replace function private.check_in_row(asked jsonb) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  ids bigint[];
  before private.parcels;
  after private.parcels;
  why text;
begin
  perform private.check_request(asked, 1024, array['id', 'act']);
  if coalesce(asked ->> 'act', '') not in (
    'received_back', 'damaged', 'lost', 'found', 'try_again', 'bring_back'
  ) then
    perform private.refuse('bad_field', 'act');
  end if;
  ids := private.scanned_parcels(asked ->> 'id');
  if cardinality(ids) > 1 then
    perform private.refuse('several', null, 409, jsonb_build_object('parcels', (
      select jsonb_agg(jsonb_build_object(
        'orderId', o.id, 'fullName', o.shipping_address ->> 'fullName', 'courier', scanned.courier
      ) order by scanned.id)
      from private.parcels as scanned join public.orders as o on o.id = scanned.order_id
      where scanned.id = any (ids)
    )));
  elsif cardinality(ids) = 0 then
    perform private.refuse('not_found');
  end if;
  perform private.lock_parcels(ids);
  select * into before from private.parcels where id = ids[1];
  why := private.check_in(before, asked ->> 'act');
  if why is null and asked ->> 'act' = 'damaged' then
    update private.parcels set damaged = true where id = before.id;
  elsif why <> 'unchanged' then
    perform private.refuse('conflict', null, 409, jsonb_build_object('orderId', before.order_id, 'why', why));
  end if;
  select * into after from private.parcels where id = before.id;
  return jsonb_build_object(
    'id', asked ->> 'id', 'ok', true, 'orderId', before.order_id, 'from', before.state, 'to', after.state,
    'order', (
      select jsonb_build_object(
        'fullName', o.shipping_address ->> 'fullName', 'city', o.shipping_address ->> 'city',
        'contents', (
          select string_agg(concat(line ->> 'quantity', ' × ', line ->> 'name', ' (', line ->> 'size', ')'), ', ' order by nth)
          from jsonb_array_elements(o.items) with ordinality as listed (line, nth)
        )
      )
      from public.orders as o where o.id = before.order_id
    )
  ) || case when why is null then jsonb_build_object('before', (
    select jsonb_build_object(max(id), before.order_id) from private.parcel_events where parcel_id = before.id
  )) else '{"unchanged": true}' end;
end
$$;

comment on function private.check_in_row(jsonb) is
  'A row of the act "check_in": {id, act}, where the id is a code and the act is received_back, damaged, lost, found,
try_again or bring_back: the last two of what was not delivered.';

drop function admin_marked_groups();

drop function private.add_statement(jsonb);

drop function private.apply_statement(jsonb);

drop function private.is_told(text);

drop function private.move_parcels(private.parcel_events[],text);

drop function private.rare_orders(text);

drop function private.read_batch(jsonb);

drop function private.save_batch(private.export_batches,text,text[]);

drop function private.similar_statement(private.statements,private.statement_row[]);

drop function private.statement_results(private.statement_row[],jsonb,jsonb,jsonb);

drop function private.undo_statement(bigint);

drop view private.listed_statements;
insert into private.stage_changes (order_id) select id from public.orders;

select private.fold_stages();
