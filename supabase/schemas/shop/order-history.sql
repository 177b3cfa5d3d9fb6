/*
 * Changes of an order after it was placed. The database writes the history that customers see, and a log
 * that they do not.
 */

create table private.order_audit (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  order_id text not null,
  actor text not null check (actor in ('admin', 'customer', 'system')),
  actor_id uuid,
  before jsonb not null,
  after jsonb not null
);
create index order_audit_order_id_idx on private.order_audit (order_id);
create index order_audit_addresses_idx on private.order_audit (order_id)
  where before ? 'shippingAddress';

comment on table private.order_audit is
  'Who changed which order, when, from what to what. An order that is deleted takes its entries with it.';

alter table private.order_audit enable row level security;
create policy "Nobody reads the log of changes through the API" on private.order_audit
  for all using (false);

create function private.erase_logged(logged jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select logged - array['tracking_number', 'shippingAddress', 'extras', 'cancelText']
$$;
comment on function private.erase_logged(jsonb) is
  'One side of an entry in the log of changes without personal data.';

create function private.erase_order_audit(ids text[]) returns void
language sql volatile set search_path = '' as $$
  update private.order_audit set
    before = private.erase_logged(before), after = private.erase_logged(after)
  where order_id = any (ids)
$$;
comment on function private.erase_order_audit(text[]) is 'Erases personal data from the log of erased orders.';

create function private.without_equal(part jsonb, other jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select case when jsonb_typeof(part) = 'object' and jsonb_typeof(other) = 'object' then (
    select jsonb_object_agg(key, value) from jsonb_each(part)
    where value is distinct from other -> key
  ) else part end
$$;
comment on function private.without_equal(jsonb, jsonb) is
  'The fields of an object that differ from another one. Any other value as it is.';

create function private.log_changes(actor text, p_id text, before jsonb, after jsonb)
returns void
language plpgsql volatile set search_path = '' as $$
#variable_conflict use_variable
begin
  insert into private.order_audit (order_id, actor, actor_id, before, after)
  select
    p_id, actor, auth.uid(),
    jsonb_object_agg(key, private.without_equal(before -> key, value)),
    jsonb_object_agg(key, private.without_equal(value, before -> key))
  from jsonb_each(after)
  -- Lines and total are logged together: protect_order() reads both.
  where value is distinct from before -> key or (
    key in ('items', 'total', 'version') and after -> 'items' is distinct from before -> 'items'
  )
  having count(*) > 0;
end
$$;
comment on function private.log_changes(text, text, jsonb, jsonb) is
  'Logs the parts of an order that an admin or a customer changes.';

create function private.protect_order() returns trigger
language plpgsql volatile set search_path = '' as $$
declare
  changeable text[] := array[
    'status', 'tracking_number', 'tracking_history', 'shipping_address', 'extras', 'version', 'search_text'
  ];
begin
  if (new.items, new.total) is distinct from (old.items, old.total) then
    if exists (
      select from private.order_audit as entry
      where entry.order_id = old.id
        and entry.before @> jsonb_build_object(
          'version', old.version, 'items', old.items, 'total', old.total
        )
        and (entry.after -> 'items', entry.after -> 'total') = (new.items, to_jsonb(new.total))
    ) then
      changeable := changeable || array['items', 'total'];
    end if;
  end if;
  if (to_jsonb(new) - changeable) is distinct from (to_jsonb(old) - changeable) then
    raise exception using errcode = '42501', message = 'what was sold does not change';
  end if;
  if new.shipping_address <> old.shipping_address and private.is_erased(old.shipping_address)
    and not private.is_erased(new.shipping_address) then
    raise exception using errcode = '42501', message = 'an erased order stays erased';
  end if;
  return new;
end
$$;
comment on function private.protect_order() is
  'Refuses a change of an erased address, and of what was sold, to every role. Lines and total change only
as the log says: private.write_contents() writes from which version to what.';

-- Triggers of one kind fire in the order of their names: set_phone_key comes after.
create trigger protect_order before update of
  id, items, total, shipping_address, payment_method, date, estimated_delivery, phone_key, replaces
  on public.orders for each row execute function private.protect_order();

create function private.history_without_numbers(tracking_history jsonb, until timestamptz default 'infinity') returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(case when is_former then change - 'trackingNumber' else change end order by nth), '[]')
  from (
    select change, nth, coalesce((change ->> 'at')::timestamptz <= until, true) as is_former,
      lag(change ->> 'status') over (order by nth) as previous_status
    from jsonb_array_elements(tracking_history) with ordinality as history (change, nth)
  ) as changes
  -- An entry with the status of the entry before it is only about a tracking number.
  where not is_former or change ->> 'status' is distinct from previous_status
$$;
comment on function private.history_without_numbers(jsonb, timestamptz) is
  'The changes of status of a history, without the tracking numbers of until then.';

-- Functions of the API set shop.actor to 'admin' or 'customer'. In UTC, because a caller may choose the time
-- zone of its request, and `at` becomes text.
create function private.write_order_history() returns trigger
language plpgsql volatile set search_path = '' set timezone = 'UTC' as $$
declare
  actor constant text := coalesce(nullif(current_setting('shop.actor', true), ''), 'system');
  is_moved constant boolean := new.shipping_address <> old.shipping_address;
begin
  if new.tracking_history <> old.tracking_history and not (
    old.tracking_history @> new.tracking_history
    and private.history_without_numbers(new.tracking_history) = private.history_without_numbers(old.tracking_history)
  ) then
    new.tracking_history := old.tracking_history;
  end if;
  new.version := old.version + 1;
  -- A courier's page shows name and phone for a tracking number, so it is erased with the address. Erasing has a log of
  -- its own: here its row would repeat the number.
  if is_moved and private.is_erased(new.shipping_address) then
    new.tracking_number := null;
    new.tracking_history := private.history_without_numbers(new.tracking_history);
  elsif (new.status, new.tracking_number) is distinct from (old.status, old.tracking_number) then
    new.tracking_history := old.tracking_history || (
      jsonb_build_object('status', new.status, 'at', now(), 'by', actor)
      || case when new.tracking_number is distinct from old.tracking_number
        then jsonb_build_object('trackingNumber', new.tracking_number) else '{}' end
    );
    insert into private.order_audit (order_id, actor, actor_id, before, after)
    values (
      new.id, actor, auth.uid(),
      jsonb_build_object('status', old.status, 'tracking_number', old.tracking_number),
      jsonb_build_object('status', new.status, 'tracking_number', new.tracking_number)
    );
    -- An order put back to pending waits its 15 seconds again, from the next time it is tracked.
    if new.status = 'pending' and old.status <> 'pending' then
      update private.order_keys set first_tracked_at = null where order_id = new.id;
    end if;
  end if;
  if is_moved or new.extras <> old.extras then
    new.search_text := private.order_search_text(new);
  elsif new.tracking_number is distinct from old.tracking_number then
    new.search_text :=
      left(old.search_text, length(old.search_text) - coalesce(length(old.tracking_number) + 1, 0))
      || coalesce(E'\n' || lower(new.tracking_number), '');
  end if;
  return new;
end
$$;
comment on function private.write_order_history() is
  'Counts the version, and adds a change of status or tracking number to the history and to the log, whatever the
statement sets, but for a history with fewer tracking numbers. Erasing removes them.';

create trigger write_order_history before update on public.orders
  for each row execute function private.write_order_history();

create type private.order_state as (order_id text, status public.order_status, tracking_number text);
comment on type private.order_state is 'What changes of an order on its way.';

create function private.set_orders(states private.order_state[], actor text) returns void
language plpgsql volatile set search_path = '' as $$
begin
  perform set_config('shop.actor', actor, true);
  update public.orders as o set status = s.status, tracking_number = s.tracking_number
  from unnest(states) as s where o.id = s.order_id;
  perform set_config('shop.actor', '', true);
  update private.order_details as details set cancel_reason = null, cancel_text = null, end_reason = null
  from unnest(states) as s
  where details.order_id = s.order_id and s.status <> 'cancelled'
    and coalesce(details.cancel_reason, details.end_reason) is not null;
end
$$;
comment on function private.set_orders(private.order_state[], text) is
  'Sets status and tracking number of locked orders, which nothing else does. The actor is admin, customer or system.
An order that is open again has no reason of a cancellation.';
