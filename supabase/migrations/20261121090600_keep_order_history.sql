/*
 * What happens to an order after it is placed: its status and its tracking number change, one order
 * at a time. The database writes the history that customers see and a log that they do not.
 */
create table private.order_audit (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  order_id text not null,
  actor text not null check (actor in ('admin', 'system')),
  actor_id uuid,
  before jsonb not null,
  after jsonb not null
);
create index order_audit_order_id_idx on private.order_audit (order_id);

alter table private.order_audit enable row level security;
create policy "Nobody reaches the log of changes through the API" on private.order_audit
  for all using (false);

comment on table private.order_audit is
  'Who changed which order, when, from what to what. It outlives the order: no reference to it.';

create function private.keep_order_facts() returns trigger
language plpgsql volatile set search_path = '' as $$
declare
  -- The address can be erased.
  changeable constant text[] :=
    array['status', 'tracking_number', 'tracking_history', 'shipping_address'];
begin
  if (to_jsonb(new) - changeable) is distinct from (to_jsonb(old) - changeable) then
    raise exception using errcode = '42501', message = 'what was sold does not change';
  end if;
  if private.is_erased(old.shipping_address) and not private.is_erased(new.shipping_address) then
    raise exception using errcode = '42501', message = 'an erased order stays erased';
  end if;
  return new;
end
$$;
comment on function private.keep_order_facts() is 'Refuses a change of what was sold, to anybody.';

-- Not security definer: the role it runs as tells the admin from track_order(). In UTC, because a caller
-- may choose the time zone of its request, and `at` becomes text.
create function private.write_order_history() returns trigger
language plpgsql volatile set search_path = '' set timezone = 'UTC' as $$
declare
  entry jsonb := jsonb_build_object(
    'status', new.status,
    'at', now(),
    'by', case current_user when 'authenticated' then 'admin' else 'system' end
  );
begin
  new.tracking_number := nullif(private.clean_text(new.tracking_number), '');
  new.tracking_history := old.tracking_history;
  if (new.status, new.tracking_number) is distinct from (old.status, old.tracking_number) then
    if new.tracking_number is distinct from old.tracking_number then
      entry := entry || jsonb_build_object('trackingNumber', new.tracking_number);
    end if;
    new.tracking_history := old.tracking_history || jsonb_build_array(entry);
  end if;
  return new;
end
$$;
comment on function private.write_order_history() is
  'Adds a real change to the history; whatever history the statement brings is ignored.';

-- Security definer: the admin writes into a log that the admin can neither read nor change.
create function private.log_order_change() returns trigger
language plpgsql volatile security definer set search_path = '' as $$
begin
  insert into private.order_audit (order_id, actor, actor_id, before, after)
  values (
    new.id,
    new.tracking_history -> -1 ->> 'by',
    auth.uid(),
    jsonb_build_object('status', old.status, 'tracking_number', old.tracking_number),
    jsonb_build_object('status', new.status, 'tracking_number', new.tracking_number)
  );
  -- An order put back to pending waits its 15 seconds again, from the next look at it.
  if new.status = 'pending' and old.status <> 'pending' then
    update private.order_keys set first_tracked_at = null where order_id = new.id;
  end if;
  return null;
end
$$;
comment on function private.log_order_change() is 'Logs a change and restarts the customer''s 15 seconds.';

create function private.without_tracking_numbers(history jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select coalesce(jsonb_agg(entry - 'trackingNumber' order by place), '[]')
  from (
    select entry, place, lag(entry ->> 'status') over (order by place) as status_before
    from jsonb_array_elements(history) with ordinality as known (entry, place)
  ) as entries
  -- An entry with the status before it tells of a tracking number only.
  where entry ->> 'status' is distinct from status_before
$$;
comment on function private.without_tracking_numbers(jsonb) is
  'The changes of status of a history, without its tracking numbers.';

create function private.erase_tracking_numbers() returns trigger
language plpgsql volatile set search_path = '' as $$
begin
  new.tracking_number := null;
  new.tracking_history := private.without_tracking_numbers(new.tracking_history);
  return new;
end
$$;
comment on function private.erase_tracking_numbers() is
  'Erases the tracking numbers with the address: a courier''s page shows name and phone for one.';

create function private.allow_one_order() returns trigger
language plpgsql volatile set search_path = '' as $$
begin
  if current_user = 'authenticated' and (select count(*) from changed) > 1 then
    -- PostgREST answers PT400 with HTTP 400.
    raise exception using errcode = 'PT400', message = 'one order at a time';
  end if;
  return null;
end
$$;
comment on function private.allow_one_order() is
  'Refuses an update through the API that reaches several orders, as one that lost its filter does.';

-- Triggers of one kind fire in the order of their names.
create trigger keep_order_facts before update on public.orders
  for each row execute function private.keep_order_facts();
create trigger write_order_history before update on public.orders
  for each row execute function private.write_order_history();
-- Fires after write_order_history, whose last entry it clears as well.
create trigger write_order_history_of_erased before update on public.orders
  for each row
  when (private.is_erased(new.shipping_address) and not private.is_erased(old.shipping_address))
  execute function private.erase_tracking_numbers();
-- Erasing is logged in private.erasures: here its row would repeat the tracking number.
create trigger log_order_change after update on public.orders
  for each row
  when (
    (old.status, old.tracking_number) is distinct from (new.status, new.tracking_number)
    and private.is_erased(new.shipping_address) = private.is_erased(old.shipping_address)
  )
  execute function private.log_order_change();
create trigger allow_one_order after update on public.orders
  referencing new table as changed
  for each statement execute function private.allow_one_order();
